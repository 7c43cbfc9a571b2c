// What fails before a connection stands.

/**
 * Nothing of the request can have been processed then, so that any method may be sent again. The codes say otherwise,
 * since they are the same in the middle of an answer; the client gets such as it knows for connections that were never made.
 * Other errors stay, such as those of certificates and names.
 */
export function notMade(error: NodeJS.ErrnoException): Error {
  const code = CODES[error.code ?? ''];
  if (code === undefined) return error;
  return Object.assign(new Error('the connection to the upstream could not be made', { cause: error }), { code });
}

const REFUSED = 'ECONNREFUSED';
/** A reset comes here from a server, or what stands before it, that gives up in the middle of the handshake of TLS. */
const CODES: Readonly<Record<string, string>> = {
  ECONNRESET: REFUSED,
  ECONNABORTED: REFUSED,
  EPIPE: REFUSED,
  ETIMEDOUT: 'UND_ERR_CONNECT_TIMEOUT',
};
