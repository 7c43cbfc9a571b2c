// Load over loopback for benches of servers: each server in a process of its own, so that the time that its core worked
// can be told from that of whoever asks.

import { fork } from 'node:child_process';
import { connect } from 'node:net';

/** Starts a server process, which tells its port. `ask` gives the time its core has worked, and its heap. */
export async function startServer(file, options) {
  const child = fork(file, [JSON.stringify(options)], { execArgv: ['--expose-gc'] });
  const next = () => new Promise((resolve) => child.once('message', resolve));
  const { port } = await next();
  return {
    port,
    ask: () => {
      child.send('usage');
      return next();
    },
    end: () => child.disconnect(),
  };
}

const CONNECTIONS = 32;

/**
 * Keeps some connections busy, one request after the other on each; resolves to the number of answers. Another status than
 * these rejects: what is fast because it fails would be no figure.
 */
export async function load(port, request, ms, statuses = [200]) {
  const until = performance.now() + ms;
  const asking = Array.from({ length: CONNECTIONS }, () => keepAsking(port, request, until, statuses));
  const counts = await Promise.all(asking);
  return counts.reduce((sum, count) => sum + count, 0);
}

function keepAsking(port, request, until, statuses) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let count = 0;
    let text = '';
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('connect', () => socket.write(request));
    socket.on('data', (chunk) => {
      text += chunk;
      const headEnd = text.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(text)[1]);
      if (text.length < headEnd + 4 + length) return;
      if (!statuses.includes(Number(text.slice(9, 12)))) {
        socket.destroy();
        reject(new Error(text));
        return;
      }
      text = '';
      count++;
      if (performance.now() < until) socket.write(request);
      else socket.destroy();
    });
    socket.on('close', () => resolve(count));
    socket.on('error', reject);
  });
}
