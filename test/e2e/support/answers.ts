import { OutgoingHttpHeaders, request } from 'http';
import { pipeline } from 'stream';
import { Answer } from './upstream';

/** How a body is sent. */
export interface Pace {
  /** In bytes. */
  readonly size: number;
  /** Between two pieces, in milliseconds. */
  readonly interval: number;
}

/** Answers with a body, by default JSON. */
export function reply(status: number, body: string | Buffer, headers: OutgoingHttpHeaders = {}): Answer {
  return (response) => response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
}

/** Ends the connection with a reset before any answer. */
export function reset(): Answer {
  return ({ socket }) => socket!.resetAndDestroy();
}

/** Never answers. */
export function silence(): Answer {
  return () => {};
}

/** Announces a body, sends half of it and closes the connection. Without its length it is chunked. */
export function cut(body: string | Buffer, { hasLength = true, headers = {} as OutgoingHttpHeaders } = {}): Answer {
  return (response) => {
    const bytes = Buffer.from(body);
    response.writeHead(200, { 'Content-Type': 'application/json', ...hasLength && { 'Content-Length': bytes.length }, ...headers });
    response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
  };
}

/** Sends a body piece by piece. */
export function trickle(body: string | Buffer, { size, interval }: Pace): Answer {
  return async (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    const bytes = Buffer.from(body);
    for (let sent = 0; sent < bytes.length && !response.destroyed; sent += size) {
      response.write(bytes.subarray(sent, sent + size));
      await new Promise((resolve) => setTimeout(resolve, interval));
    }
    response.end();
  };
}

/** Hands over to another server, as a proxy does: its answer is passed on as it is. */
export function relay(to: string): Answer {
  return (response, { method, url, headers, body }) => {
    const passed = request(`${to}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      pipeline(answer, response, () => {});
    });
    passed.on('error', () => response.destroy()).end(body);
  };
}

/** The first answer for the first request, and so on; the last one for all that come later. */
export function inTurn(...answers: readonly Answer[]): Answer {
  let asked = 0;
  return async (response, received) => answers[Math.min(asked++, answers.length - 1)](response, received);
}
