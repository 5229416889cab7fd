/** Answers each query, which is a number, with a vector of so many series; made on the fly. It tells its port to the process that has started it. */
import { once } from 'events';
import { createServer, ServerResponse } from 'http';
import { AddressInfo } from 'net';
import { HEAD, seriesText, TAIL } from './answer-shape';

/** How many series are written at once. */
const BLOCK = 500;

async function write(response: ServerResponse, count: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' }).write(HEAD);
  for (let from = 0; from < count; from += BLOCK) {
    const block = Array.from({ length: Math.min(BLOCK, count - from) }, (_, index) => seriesText(from + index));
    if (!response.write(`${from > 0 ? ',' : ''}${block.join(',')}`)) await once(response, 'drain');
  }
  response.end(TAIL);
}

const server = createServer((request, response) => {
  const count = Number(new URL(request.url!, 'http://localhost').searchParams.get('query'));
  write(response, count).catch(error => response.destroy(error));
});

server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
// it ends with the process that has started it
process.on('disconnect', () => process.exit());
