import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { Pool } from './pool.js';

it('gives no connection that the upstream has just ended, though nobody has heard yet that it is closed', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('data', () => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const pool = new Pool({
    isSecure: false,
    hostname: '127.0.0.1',
    port,
    host: `127.0.0.1:${port}`,
    origin,
    basePath: '',
  });
  const used = pool.take();
  await new Promise<void>((resolve, reject) => {
    const ignore = (): void => {};
    used.ask({ onHead: ignore, onData: ignore, onDrain: ignore, onEnd: resolve, onError: reject }, false);
    used.write('GET / HTTP/1.1\r\n\r\n');
    used.sent();
  });
  const again = pool.take();
  expect([again === used, pool.size]).toEqual([true, 1]);
  pool.kept(again, 60_000);
  sockets[0]?.end();
  // Between its end, which comes with the bytes, and its close, which comes last, a turn of the event loop has this.
  for (let given = pool.take(); given === used; given = pool.take()) {
    expect(given.isOpen).toBe(true);
    pool.kept(given, 60_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  pool.close();
  await new Promise((resolve) => server.close(resolve));
});
