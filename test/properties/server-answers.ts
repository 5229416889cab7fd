import { createServer, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';

/** How an answer is sent. */
export interface Sending {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly cuts: readonly number[];
  readonly isCut: boolean;
}

/** A server that gives each request the answer that its name stands for. */
export class AnswerServer {
  private readonly answers = new Map<string, Sending>();
  private readonly server = createServer((request, response) => {
    const [name = ''] = /answer_\d+/.exec(request.url ?? '') ?? [];
    send(response, this.answers.get(name)!);
    this.answers.delete(name);
  });
  private last = 0;

  public async start(): Promise<string> {
    // connections stay: making one for each request would take most of the time
    this.server.keepAliveTimeout = 60_000;
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  public async stop(): Promise<void> {
    const closed = new Promise(resolve => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  /** Keeps an answer for the request that asks for this name. */
  public add(answer: Sending): string {
    const name = `answer_${++this.last}`;
    this.answers.set(name, answer);
    return name;
  }
}

function send(response: ServerResponse, { status, headers, body, cuts, isCut }: Sending): void {
  response.writeHead(status, headers);
  for (const piece of piecesOf(body, cuts)) response.write(piece);
  // what was written is flushed before
  if (isCut) setImmediate(() => response.destroy());
  else response.end();
}

/** A body, cut at these places. */
export function piecesOf(body: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set([0, ...cuts.map(cut => cut % Math.max(1, body.length)), body.length])].sort((a, b) => a - b);
  return places.slice(1).map((end, index) => body.subarray(places[index], end));
}
