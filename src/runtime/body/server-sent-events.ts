// The events of a stream as they pass by (WHATWG HTML §9.2.6), read beside the bytes and never in their way.

export interface ServerSentEvent {
  /** The name in the `event` field; empty where there is none. */
  readonly name: string;
  readonly data: string;
}

/** An event longer than this is left out: nothing that is looked for here is that long. */
const LONGEST_EVENT = 262_144;

export class EventReader {
  private readonly decoder = new TextDecoder();
  private rest = '';
  private name = '';
  private data: string[] = [];
  private length = 0;

  /** The events that are complete with this chunk. Those without data, such as comments that keep a line open, are none. */
  push(chunk: Uint8Array): readonly ServerSentEvent[] {
    const found: ServerSentEvent[] = [];
    const text = this.rest + this.decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let end = nextEnd(text, from); end !== -1; end = nextEnd(text, from)) {
      this.line(text.slice(from, end), found);
      from = text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? end + 2 : end + 1;
    }
    this.rest = text.slice(from);
    if (this.rest.length > LONGEST_EVENT) {
      this.length += this.rest.length;
      this.rest = '';
    }
    return found;
  }

  private line(line: string, found: ServerSentEvent[]): void {
    if (line === '') {
      if (this.data.length > 0 && this.length <= LONGEST_EVENT)
        found.push({ name: this.name, data: this.data.join('\n') });
      this.name = '';
      this.data = [];
      this.length = 0;
    } else if (line.startsWith('data:')) {
      this.length += line.length;
      if (this.length <= LONGEST_EVENT) this.data.push(textAfter(line, 5));
    } else if (line.startsWith('event:')) this.name = textAfter(line, 6);
  }
}

const CR = 13;
const LF = 10;

/** A CR that ends the text may be followed by an LF in the next chunk, so it is no end yet. */
function nextEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF) return at;
    if (code === CR) return at + 1 < text.length ? at : -1;
  }
  return -1;
}

function textAfter(line: string, from: number): string {
  return line.slice(line[from] === ' ' ? from + 1 : from);
}
