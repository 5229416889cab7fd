/** A program that asks a scraper, which it is itself, by the client alone. */
export const QUERY_PROGRAM = `
import { createServer } from 'http';
import { AddressInfo } from 'net';
import { QueryResult, ScraperClient, ScraperError, Series } from 'cdk8s-oam/query';

const answers: Record<string, string> = {
  '/api/v1/query?query=good': '{"status":"success","data":{"resultType":"vector","result":[{"metric":{"a":"b"},"value":[1.5,"+Inf"]}]}}',
  '/api/v1/query?query=bad': '{"status":"error","errorType":"bad_data","error":"no"}',
};

async function ask(client: ScraperClient): Promise<void> {
  const result: QueryResult = await client.query('good');
  if (result.type === 'vector' && result.series[0]?.kind === 'sample') console.log(result.series[0].sample.value, result.series[0].labels);
  const all: readonly Series[] = result.type === 'vector' ? result.series : [];
  console.log(all.map(({ kind }) => kind).join());
  try {
    await client.query('bad');
  } catch (error) {
    console.log(error instanceof ScraperError && error.code);
  }
}

const server = createServer((request, response) => {
  const body = answers[request.url ?? ''] ?? '';
  response.writeHead(body.includes('success') ? 200 : 400, { 'Content-Type': 'application/json' }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  ask(new ScraperClient({ url: \`http://127.0.0.1:\${port}\` })).then(() => server.close(), error => { throw error; });
});
`;

export const QUERY_OUTPUT = "Infinity { a: 'b' }\nsample\nbad-query\n";

/** The files that a program loads with the client; those of Node do not count. */
export const LOADED_PROGRAM = `
require('cdk8s-oam/query');
console.log(JSON.stringify(Object.keys(require.cache).map(file => file.replace(/^.*[/\\\\]node_modules[/\\\\]/, '').replace(/\\\\/g, '/'))));
`;
