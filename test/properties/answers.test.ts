import * as fc from 'fast-check';
import { Call, SentAnswer, sentAnswers, shown, validAnswers, written } from './arbitraries-answers';
import { AnswerServer, MOST, Sending, expectedOf, plainBody } from './expected-answers';
import { ARE_MANY, PATIENCE, runs } from './runs';
import { difference, same } from './values';
import { ScraperClient, ScraperError } from '../../src/query';

/** How many calls run at a time. */
const BATCH = 20;

const CODES = [
  'aborted', 'bad-query', 'body-too-large', 'execution', 'malformed-body', 'network', 'not-found', 'not-prometheus', 'redirected', 'timeout', 'unauthorized', 'unavailable',
  'untrusted-certificate',
];

const CALLS: Readonly<Record<Call, (client: ScraperClient, name: string) => Promise<unknown>>> = {
  query: async (client, name) => client.query(name),
  queryRange: async (client, name) => client.queryRange(name, { start: 0, end: 1, step: 1 }),
  queryStream: async (client, name) => {
    const stream = await client.queryStream(name);
    const series = [];
    for await (const each of stream) series.push(each);
    const { warnings, infos, stats } = stream;
    return { series, warnings, infos, ...stats && { stats } };
  },
  series: async (client, name) => client.series({ match: [name] }),
  labels: async (client, name) => client.labels({ match: [name] }),
  targets: async (client, name) => client.targets({ scrapePool: name }),
};

const server = new AnswerServer();
let client: ScraperClient;

beforeAll(async () => {
  // nothing is tried again, and no call takes long: one that hangs is told
  client = new ScraperClient({ url: await server.start(), retries: 0, maxBodySize: MOST, timeout: 20_000 });
});
afterAll(async () => server.stop());

async function outcomeOf(call: Call, answer: Sending): Promise<{ readonly result?: any; readonly error?: any }> {
  return CALLS[call](client, server.add(answer)).then(result => ({ result }), (error: unknown) => ({ error }));
}

/** What is wrong with an error, if anything is. */
function wrongWith(error: any, { isCut }: SentAnswer): string | undefined {
  if (!(error instanceof ScraperError)) return `no ScraperError, but ${String(error?.stack)}`;
  const { code, message, systemCode } = error;
  if (!CODES.includes(code)) return `the code ${String(code)}`;
  if (!message.startsWith(`[${client.url}] ${code}: `) || /[\p{Cc}\u2028\u2029]/u.test(message)) return `the message ${JSON.stringify(message)}`;
  // where the network does its work, its failure is one of the client's own
  if (code === 'network' && !(isCut && /^E[A-Z]+$/.test(String(systemCode)))) return message;
  if (message.includes('no complete answer within')) return 'a call that hangs';
  if (message.includes('undefined')) return message;
  return undefined;
}

/** A field may be given twice to the parser, and not to the client. */
function isGivenTwice(error: any, { headers, body }: SentAnswer): boolean {
  const [, name] = /malformed-body: '(?:data\.)?(.*)' is given twice/.exec(error?.message) ?? [];
  return name !== undefined && plainBody(headers, body)!.toString('utf8').split(JSON.stringify(name)).length > 2;
}

/** Which kind of outcome it was; throws where it is not the right one. */
async function checked(answer: SentAnswer): Promise<string> {
  const expected = expectedOf(answer);
  const { result, error } = await outcomeOf(answer.call, answer);
  if (error) {
    const wrong = wrongWith(error, answer) ?? (expected && !isGivenTwice(error, answer) ? `refused: ${error.message}` : undefined);
    if (wrong) throw new Error(wrong);
    return error.code;
  }
  const wrong = expected === undefined ? `given, but not right: ${JSON.stringify(result).slice(0, 500)}` : difference(result, expected);
  if (wrong) throw new Error(wrong);
  return `${answer.call}${result.type ? ` ${result.type}` : ''}`;
}

/** In a thousand answers, at least so many of these; far fewer than there are, so that chance does not decide. */
const OFTEN: Readonly<Record<string, number>> = {
  'query vector': 10,
  'query matrix': 10,
  'query scalar': 10,
  'query string': 10,
  'queryRange matrix': 10,
  'queryStream': 20,
  'series': 10,
  'labels': 10,
  'targets': 10,
  'malformed-body': 200,
  'not-prometheus': 50,
  'unavailable': 10,
  'network': 5,
  'bad-query': 2,
  'execution': 2,
  'not-found': 2,
  'unauthorized': 2,
  'body-too-large': 1,
  'redirected': 1,
  'timeout': 1,
};

test('whatever is answered is a right result, or an error that says what it is', async () => {
  const counts: Record<string, number> = {};
  await fc.assert(fc.asyncProperty(fc.array(sentAnswers, { minLength: BATCH, maxLength: BATCH }), async answers => {
    const outcomes = await Promise.all(answers.map(async answer => checked(answer).catch((error: Error) => { throw new Error(`${error.message}\n  ${shown(answer)}`); })));
    for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  }), { numRuns: runs(6000 / BATCH) });
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const seldom = Object.entries(OFTEN).filter(([outcome, often]) => (counts[outcome] ?? 0) < often * total / 1000);
  if (ARE_MANY) expect(seldom).toEqual([]);
}, PATIENCE);

test('every result is read as it is, whatever its pieces', async () => {
  const cuts = fc.array(fc.nat(), { maxLength: 30 });
  await fc.assert(fc.asyncProperty(fc.array(fc.tuple(validAnswers, cuts), { minLength: BATCH, maxLength: BATCH }), async answers => {
    await Promise.all(answers.map(async ([{ call, json, expected }, places]) => {
      const { result, error } = await outcomeOf(call, { status: 200, headers: {}, body: Buffer.from(written(json)), cuts: places, isCut: false });
      if (error) throw error;
      same(result, expected, written(json));
    }));
  }), { numRuns: runs(800 / BATCH) });
}, PATIENCE);
