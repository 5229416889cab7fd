/** Reads one answer in a process of its own: `node answer-child.js <reader> <series> <server>` prints what it took as JSON. */
import { fork } from 'child_process';
import { get } from 'http';
import { Reader, sumOf } from './answer-shape';
import { ScraperClient, Series, SeriesStream } from 'cdk8s-oam/query';

/** What one process took. */
export interface AnswerSample {
  /** Milliseconds from the question to the last series. */
  readonly total: number;
  /** Processor time of all threads, in milliseconds; that of the server is not in it. */
  readonly cpu: number;
  /** Peak memory of the process, in MiB. */
  readonly memory: number;
}

/** Reads so many series; gives the sum of their values, and keeps until then what it keeps. */
type Read = (url: string, count: number) => Promise<number>;

const WARM_UP = 2000;
const MOST = 2 ** 31 - 1;

const valueOf = (series: Series): number => series.kind === 'sample' ? series.sample.value : NaN;

async function queryStream(url: string, count: number): Promise<SeriesStream> {
  return new ScraperClient({ url }).queryStream(String(count), { requestTimeout: MOST });
}

async function textOf(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, response => {
      const chunks: Buffer[] = [];
      response.on('data', chunk => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks).toString('utf8'))).on('error', reject);
    }).on('error', reject);
  });
}

const sum = (series: readonly Series[]) => series.reduce((all, each) => all + valueOf(each), 0);

const READ: Readonly<Record<Reader, Read>> = {
  stream: async (url, count) => {
    let all = 0;
    for await (const series of await queryStream(url, count)) all += valueOf(series);
    return all;
  },
  kept: async (url, count) => {
    const kept: Series[] = [];
    for await (const series of await queryStream(url, count)) kept.push(series);
    return sum(kept);
  },
  whole: async (url, count) => {
    const result = await new ScraperClient({ url }).query(String(count), { requestTimeout: MOST, maxBodySize: MOST });
    return result.type === 'vector' ? sum(result.series) : NaN;
  },
  parse: async (url, count) => {
    const { data } = JSON.parse(await textOf(`${url}/api/v1/query?query=${count}`));
    return data.result.reduce((all: number, { value }: any) => all + Number(value[1]), 0);
  },
};

async function timed(read: Read, url: string, count: number): Promise<AnswerSample> {
  const before = process.cpuUsage();
  const start = performance.now();
  const found = await read(url, count);
  const total = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  if (found !== sumOf(count)) throw new Error(`${count} series have the sum ${found}: nothing that follows would mean anything`);
  return { total, cpu: (user + system) / 1000, memory: process.resourceUsage().maxRSS / 1024 };
}

async function main([reader, count, server]: string[]): Promise<AnswerSample> {
  const answerer = fork(server);
  try {
    const port = await new Promise<number>((resolve, reject) => answerer.once('message', resolve).once('error', reject));
    const url = `http://127.0.0.1:${port}`;
    const read = READ[reader as Reader];
    await timed(read, url, WARM_UP);
    return await timed(read, url, Number(count));
  } finally {
    answerer.kill();
  }
}

main(process.argv.slice(2)).then(
  sample => process.stdout.write(JSON.stringify(sample)),
  error => {
    console.error(error);
    process.exitCode = 1;
  },
);
