// The body of a request that is not kept: it goes to the upstream as it comes from the caller, and no faster.

import type { IncomingMessage } from 'node:http';
import type { Connection } from './wire/connection.js';

export class SentBody {
  private readonly body: IncomingMessage;
  private readonly connection: Connection;
  private readonly onLost: (error: Error) => void;
  /** A length was promised; otherwise the body goes in chunks. */
  private readonly hasLength: boolean;

  /** `onLost`: the caller went before the end. */
  constructor(body: IncomingMessage, connection: Connection, onLost: (error: Error) => void) {
    this.body = body;
    this.connection = connection;
    this.onLost = onLost;
    this.hasLength = body.headers['content-length'] !== undefined;
    body.on('data', this.onData).on('end', this.onEnd).on('close', this.onClose);
    body.resume();
  }

  /** The upstream takes more. */
  goOn(): void {
    this.body.resume();
  }

  /** Sends nothing more. What the caller still sends is read over: its next request stands behind it. */
  stop(): void {
    this.body.off('data', this.onData).off('end', this.onEnd).off('close', this.onClose).resume();
  }

  private readonly onData = (bytes: Buffer): void => {
    const { connection, hasLength } = this;
    if (!hasLength) connection.write(`${bytes.byteLength.toString(16)}\r\n`);
    const hasRoom = connection.write(bytes);
    if (!hasLength) connection.write('\r\n');
    if (!hasRoom) this.body.pause();
  };

  private readonly onEnd = (): void => {
    if (!this.hasLength) this.connection.write('0\r\n\r\n');
    this.connection.sent();
    this.stop();
  };

  private readonly onClose = (): void => {
    this.onLost(new Error('the caller went before the end of its request'));
  };
}
