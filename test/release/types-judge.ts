// attw (Are The Types Wrong), as pinned in test/release/tools: whether what a door's types say of its code is so.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The part of attw's answer that we read. */
interface Analysis {
  readonly entrypoints: Readonly<Record<string, unknown>>;
  readonly problems: readonly {
    readonly kind: string;
    readonly resolutionKind?: string;
    readonly entrypoint?: string;
  }[];
}

/**
 * What attw says of every package that is modules only, whatever its types: TypeScript's resolution of before Node 12
 * reads no `exports`, and require() of a module needs a Node of 2024 or later, as `engines` asks for. That it works there
 * is tried.
 */
const MODULES_ONLY = ['NoResolution node10', 'CJSResolvesToESM node16-cjs'];

/** The doors that were judged, and every remark that is not {@link MODULES_ONLY}. */
export async function judgeTypes(tarball: Uint8Array): Promise<{ judged: string[]; remarks: string[] }> {
  const file = createRequire(new URL('tools/', import.meta.url)).resolve('@arethetypeswrong/core');
  const { checkPackage, createPackageFromTarballData } = await import(pathToFileURL(file).href);
  const { entrypoints, problems }: Analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  const remarks = problems
    .map(({ kind, resolutionKind, entrypoint }) => ({ said: `${kind} ${resolutionKind ?? ''}`.trim(), entrypoint }))
    .filter(({ said }) => !MODULES_ONLY.includes(said))
    .map(({ said, entrypoint }) => `${entrypoint ?? 'package'}: ${said}`);
  return { judged: Object.keys(entrypoints), remarks };
}
