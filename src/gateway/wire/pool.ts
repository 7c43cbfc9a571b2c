// Connections to the one upstream, kept for the next request.

import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { Upstream } from '../options.js';
import { Connection, type Keeper } from './connection.js';

/** Before most servers end an idle connection themselves, just when a request is on its way. */
const IDLE_MS = 4000;
/** How long nothing may come before the system asks whether the other side is still there. */
const PROBE_MS = 60_000;

export class Pool implements Keeper {
  private readonly connect: () => Socket;
  private readonly open = new Set<Connection>();
  /** The last that was used comes last, and is used first: the others may go. */
  private idle: Connection[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** Of the last connection, by which the next is made sooner. */
  private session: Buffer | undefined;

  constructor(upstream: Upstream) {
    this.connect = () => this.connectTo(upstream);
  }

  /** One that is free, or a new one. */
  take(): Connection {
    const now = performance.now();
    for (let free = this.idle.pop(); free !== undefined; free = this.idle.pop()) {
      if (free.idleUntil > now && free.isOpen) return free;
      free.drop();
    }
    const made = new Connection(this.connect(), this);
    this.open.add(made);
    return made;
  }

  kept(connection: Connection, forMs: number): void {
    connection.idleUntil = performance.now() + Math.min(forMs, IDLE_MS);
    this.idle.push(connection);
    this.timer ??= setTimeout(this.sweep, IDLE_MS / 4).unref();
  }

  gone(connection: Connection): void {
    this.open.delete(connection);
    const at = this.idle.indexOf(connection);
    if (at >= 0) this.idle.splice(at, 1);
  }

  /** Connections that are open, in use or not. */
  get size(): number {
    return this.open.size;
  }

  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    for (const connection of this.open) connection.drop();
  }

  private readonly sweep = (): void => {
    const now = performance.now();
    const [old, young] = [this.idle.filter((it) => it.idleUntil <= now), this.idle.filter((it) => it.idleUntil > now)];
    this.idle = young;
    for (const connection of old) connection.drop();
    this.timer = young.length === 0 ? null : setTimeout(this.sweep, IDLE_MS / 4).unref();
  };

  private connectTo({ isSecure, hostname, port }: Upstream): Socket {
    const options = { host: hostname, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: PROBE_MS };
    if (!isSecure) return connectPlain(options);
    const socket = connectSecure({
      ...options,
      ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
      ...(this.session === undefined ? {} : { session: this.session }),
      ALPNProtocols: ['http/1.1'],
    });
    socket.on('session', (session) => {
      this.session = session;
    });
    return socket;
  }
}
