// Who pays for a request, told from the field that proves it, without keeping what could be used.

/**
 * A digest of who a credential belongs to: the same for all requests of one account, also where each of them is signed
 * anew and no two fields are alike.
 */
export function digestOfCredential(value: string): string {
  return digest(WHOLE.test(value) ? value : signerOf(value));
}

/** Nearly all: the field is the same each time. */
const WHOLE = /^(?:bearer|basic|token) /i;

/**
 * Where schemes that sign requests name the signer: AWS Signature 4 and 2, Azure's SharedKey, OAuth 1 (RFC 5849 §3.5.1;
 * the token before the program), Digest (RFC 7616 §3.4).
 */
const SIGNERS: readonly RegExp[] = [
  /^AWS4-\S+ Credential=([^/,]+)/i,
  /^(?:AWS|SharedKey|SharedKeyLite) ([^:]+):/i,
  /^OAuth .*?\boauth_token="([^"]+)"/i,
  /^OAuth .*?\boauth_consumer_key="([^"]+)"/i,
  /^Digest .*?\busername="([^"]+)"/i,
];

function signerOf(value: string): string {
  for (const pattern of SIGNERS) {
    const signer = pattern.exec(value)?.[1];
    if (signer !== undefined) return signer;
  }
  return value;
}

/** FNV-1a, twice 32 bits: enough to keep credentials apart, and nothing to log by accident. */
function digest(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
  }
  return `${a >>> 0}.${b >>> 0}`;
}
