// What the layers may do, as functions over source text, so that the test can feed them bad code as well as ours.

import ts from 'typescript';

/** Which layers each layer of src/ may import. A new folder needs a row here. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  simulator: ['core'],
  runtime: ['core'],
  codegen: ['core'],
  emulator: ['core'],
  redis: ['runtime', 'core'],
  testing: ['runtime', 'core'],
  gateway: ['runtime', 'redis', 'core'],
  cli: ['core', 'simulator', 'runtime', 'codegen', 'emulator', 'redis', 'testing', 'gateway'],
  web: ['core', 'simulator', 'codegen'],
};

/**
 * npm packages that a layer may use; they are bundled, since the package has no run-time dependencies. A name that ends in
 * a slash stands for all that begins with it.
 */
const mayUsePackages: Readonly<Record<string, readonly string[]>> = {
  cli: ['commander', 'yaml'],
  web: ['preact', 'preact/hooks', 'preact/jsx-runtime', '@preact/signals', 'highlight.js/lib/', 'yaml'],
};

/** Node's own modules: the programs, and the part of the emulator that listens. */
const mayUseNode = /^(cli|gateway)\/|^emulator\/(.*\/)?(server|serve)[^/]*(\/|$)/;

/** Layers whose time and random numbers are given to them. */
const pure = ['core', 'simulator', 'codegen'];

/** The problems of one source file. `path` is relative to src/, with forward slashes; the page's starts with web/. */
export function checkSource(path: string, text: string): string[] {
  const layer = path.split('/')[0] ?? '';
  if (!path.includes('/') || !Object.hasOwn(mayImport, layer)) return [`${path}: is in no known layer of src/`];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const problems = source.typeReferenceDirectives.map((it) => `/// <reference types="${it.fileName}"> is not allowed`);
  visit(source, (node) => {
    const imported = importOf(node);
    if (imported !== undefined) problems.push(...checkImport(path, layer, imported));
    if (pure.includes(layer)) problems.push(...checkPurity(node));
  });
  return problems.map((problem) => `${path}: ${problem}`);
}

function checkImport(path: string, layer: string, imported: string | null): string[] {
  if (imported === null) return ['an import whose name is computed cannot be checked'];
  if (imported.startsWith('node:')) {
    return mayUseNode.test(path) ? [] : [`imports ${imported}: only cli, gateway and the emulator's server may`];
  }
  if (!imported.startsWith('.')) {
    const isAllowed = (name: string) => (name.endsWith('/') ? imported.startsWith(name) : imported === name);
    if (mayUsePackages[layer]?.some(isAllowed)) return [];
    return [`imports the package ${imported}: ${layer} may import none of that name`];
  }
  const resolved = resolve(path, imported);
  // The page lies beside src/, and reaches into it by the name of the folder.
  const target = layer === 'web' ? (resolved?.replace(/^src\//, '') ?? null) : resolved;
  if (target === null) return [`imports ${imported}, which lies outside src/`];
  if (/\.test\.[jt]s$|(^|\/)fixtures\//.test(target)) return [`imports ${imported}, which belongs to tests`];
  const other = target.split('/')[0] ?? '';
  if (other === layer || mayImport[layer]?.includes(other)) return [];
  return [`imports ${imported}: ${layer} may import ${mayImport[layer]?.join(', ') || 'no other layer'}`];
}

/** The path relative to src/ that a relative import names, or null when it leaves src/. */
function resolve(from: string, imported: string): string | null {
  const parts = from.split('/').slice(0, -1);
  for (const part of imported.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The module named by this node if it imports in any way; null when the name is computed. */
function importOf(node: ts.Node): string | null | undefined {
  const literal = (it: ts.Node | undefined) => (it && ts.isStringLiteralLike(it) ? it.text : null);
  if (ts.isImportDeclaration(node)) return literal(node.moduleSpecifier);
  if (ts.isExportDeclaration(node)) return node.moduleSpecifier && literal(node.moduleSpecifier);
  if (ts.isExternalModuleReference(node)) return literal(node.expression);
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? literal(node.argument.literal) : null;
  if (!ts.isCallExpression(node)) return undefined;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  return isImport || isRequire ? literal(node.arguments[0]) : undefined;
}

/**
 * Says what is allowed of the names that lead to a clock or to random numbers, since what is forbidden has too many
 * spellings (`Date['now']`, `const { random } = Math`, `globalThis.performance`).
 */
function checkPurity(node: ts.Node): string[] {
  if (!ts.isIdentifier(node) || !isValue(node)) return [];
  const { parent, text } = node;
  const member = ts.isPropertyAccessExpression(parent) && parent.expression === node ? parent.name.text : null;
  if (text === 'performance' || text === 'globalThis') return [`uses ${text}: time and randomness are passed in`];
  if (text === 'Math' && (member === null || member === 'random')) {
    return [member ? 'uses Math.random: random numbers are passed in' : 'uses Math other than as Math.name'];
  }
  if (text === 'Date') {
    if (member === 'UTC' || member === 'parse') return [];
    if (ts.isNewExpression(parent) && parent.expression === node && (parent.arguments?.length ?? 0) > 0) return [];
    if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword) return [];
    return ['reads the clock through Date: only Date.UTC, Date.parse and new Date(value) are pure'];
  }
  return [];
}

/** Whether an identifier stands for a value in scope, rather than for a type, a property or a key. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isTypeReferenceNode(parent) || ts.isQualifiedName(parent) || ts.isTypeQueryNode(parent)) return false;
  if (ts.isPropertyDeclaration(parent)) return parent.initializer === node;
  return !ts.isPropertySignature(parent) && !ts.isMethodDeclaration(parent) && !ts.isMethodSignature(parent);
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}
