import { KeyObject, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { IncomingHttpHeaders, OutgoingHttpHeaders, RequestListener, Server, ServerResponse, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { AddressInfo, Server as RawServer, Socket, createServer as createRawServer, isIP } from 'node:net';
import { ScraperError } from '../../src/query';

/** A request as it came. */
interface Received {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What becomes of a request. */
export type Answer = (response: ServerResponse, request: Received) => unknown;

/** A server of one test. */
export interface TestServer {
  readonly port: number;
  readonly url: string;
  /** Every request so far. */
  readonly requests: readonly Received[];
  /** How many connections are open. */
  readonly open: () => Promise<number>;
  /** Nothing listens any more. */
  readonly close: () => Promise<void>;
}

const running: (Server | RawServer)[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(running.splice(0).map(async server => new Promise(resolve => server.close(resolve))));
});

/** Starts a server on this machine; it ends with the test. */
export async function serve(answer: Answer, tls?: Certificate): Promise<TestServer> {
  const requests: Received[] = [];
  const listener: RequestListener = async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    // who is asked may be left alone by the client
    const body = await incoming.setEncoding('utf8').toArray().catch(() => []);
    const request = { method, url, headers, body: body.join('') };
    requests.push(request);
    answer(response, request);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  return { ...await started(server, tls ? 'https' : 'http'), requests };
}

/** Starts a server that speaks whatever it likes. */
export async function serveRaw(connected: (socket: Socket) => void): Promise<TestServer> {
  const server = createRawServer(socket => connected(socket.on('error', () => {})));
  return { ...await started(server, 'http'), requests: [] };
}

async function started(server: Server | RawServer, scheme: string): Promise<Omit<TestServer, 'requests'>> {
  running.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const open = async () => new Promise<number>((resolve, reject) => server.getConnections((error, count) => error ? reject(error) : resolve(count)));
  const close = async () => new Promise<void>(resolve => server.close(() => resolve()));
  return { port, url: `${scheme}://127.0.0.1:${port}`, open, close };
}

/** Waits for the last connection to be closed. */
export async function becomesUnused({ open }: TestServer): Promise<void> {
  for (let tries = 0; tries < 1000 && await open() > 0; tries++) await new Promise(resolve => setTimeout(resolve, 10));
  expect(await open()).toBe(0);
}

/** Answers with a body, by default JSON. */
export function reply(status: number, body: string | Buffer = '', headers: OutgoingHttpHeaders = {}): Answer {
  return response => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

/** Answers as Prometheus does. */
export function ok(body: string | Buffer): Answer {
  return reply(200, body);
}

/** Sends to somewhere else. */
export function redirect(status: number, location?: string): Answer {
  return reply(status, '', location === undefined ? {} : { location });
}

/** Cuts the connection before any answer. */
export const reset: Answer = ({ socket }) => socket!.resetAndDestroy();

/** Never answers. */
export const silence: Answer = () => {};

/** Begins an answer and never ends it. */
export function begin(body: string | Buffer): Answer {
  return response => response.writeHead(200, { 'content-type': 'application/json' }).write(body);
}

/** Begins an answer, and cuts the connection once that was sent. */
export function cut(body: string | Buffer, headers: OutgoingHttpHeaders = {}): Answer {
  return response => response.writeHead(200, { 'content-type': 'application/json', ...headers }).write(body, () => setTimeout(() => response.socket?.destroy(), 20));
}

/** Sends a body in these pieces, one after the other. */
export function inPieces(...pieces: readonly (string | Buffer)[]): Answer {
  return async response => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const piece of pieces) {
      await new Promise<void>(resolve => response.write(piece, () => setTimeout(resolve, 10)));
    }
    response.end();
  };
}

/** The first answer for the first request, and so on; the last one for all that come later. */
export function inTurn(...answers: readonly Answer[]): Answer {
  let asked = 0;
  return (response, request) => answers[Math.min(asked++, answers.length - 1)](response, request);
}

// Answers as Prometheus writes them.

/** An answer with this `data`. */
export function success(data: unknown, notes: object = {}): string {
  return JSON.stringify({ status: 'success', data, ...notes });
}

/** The result of an expression. */
export function result(resultType: string, elements: unknown, notes: object = {}): string {
  return success({ resultType, result: elements }, notes);
}

/** A vector of so many series. */
export function vectorOf(count: number): string {
  return result('vector', Array.from({ length: count }, (_, index) => ({ metric: { __name__: 'up', pod_name: `pod-${index}` }, value: [1_700_000_000.123, String(index)] })));
}

/** An error of Prometheus. */
export function refusal(errorType: unknown, error: unknown, more: object = {}): string {
  return JSON.stringify({ status: 'error', errorType, error, ...more });
}

export const TWO = '{"status":"success","data":{"resultType":"scalar","result":[1700000000.123,"2"]}}';

export const TWO_RESULT = { type: 'scalar', sample: { time: 1_700_000_000_123, value: 2, text: '2' }, warnings: [], infos: [] };

/** The error of a call that has to fail. */
export async function errorOf(call: Promise<unknown>): Promise<Error> {
  return call.then(given => { throw new Error(`nothing was thrown, but given: ${JSON.stringify(given)}`); }, (error: unknown) => error as Error);
}

/** The whole message of a call that has to fail, without the port of this run. */
export async function said(call: Promise<unknown>): Promise<string> {
  return withoutPort((await errorOf(call)).message);
}

/** The error of a scraper, which a call has to fail with. */
export async function failed(call: Promise<unknown>): Promise<ScraperError> {
  const error = await errorOf(call);
  if (error instanceof ScraperError) return error;
  throw error;
}

/** A text without the ports of this run. */
export function withoutPort(text: string): string {
  return text.replace(/127\.0\.0\.1:\d+/g, 'HOST');
}

// What many messages end with.
export const LESS = 'allow more time, or ask for less: fewer series, a shorter range, a larger step';
export const WHICH = 'check the URL: it is that of the scraper, with its path prefix';
export const LATER = 'try again later, and check that the scraper runs behind what answers';
export const CUT = 'try again; if it happens again, look into the log of the proxy in front of the scraper';

/** A certificate and its key, in PEM. */
export interface Certificate {
  /** Whose it is. */
  readonly name: string;
  readonly cert: string;
  readonly key: string;
}

/** What a certificate says. */
interface CertificateOptions {
  /** The hosts that it is for; none for an authority. */
  readonly hosts?: readonly string[];
  /** @default - it is self-signed */
  readonly authority?: Certificate;
  /** @default - an hour ago */
  readonly from?: Date;
  /** @default - in an hour */
  readonly until?: Date;
}

const HOUR = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR);

// Node makes no certificates: these are written in DER by hand, so that no key lies in the repository and nothing else is needed.

const [BOOLEAN, INTEGER, BITS, OCTETS, OID, UTF8, TIME, SEQUENCE, SET] = [0x01, 0x02, 0x03, 0x04, 0x06, 0x0c, 0x17, 0x30, 0x31];
/** Tags of this place alone: explicit ones hold another value, the other ones are that value. */
const explicitly = (tag: number) => 0xa0 + tag;
const [DNS_NAME, ADDRESS] = [0x82, 0x87];

const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const BASIC_CONSTRAINTS = [0x55, 0x1d, 0x13];
const SUBJECT_ALTERNATIVE_NAME = [0x55, 0x1d, 0x11];

/** Makes a certificate. */
export function certificate(name: string, options: CertificateOptions = {}): Certificate {
  const { hosts = [], authority, from = hoursFromNow(-1), until = hoursFromNow(1) } = options;
  const own = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const key = own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signer = authority?.key ?? key;
  const content = der(SEQUENCE,
    der(explicitly(0), der(INTEGER, [2])),
    der(INTEGER, [1 + Math.floor(Math.random() * 100)]),
    algorithm(),
    nameOf(authority?.name ?? name),
    der(SEQUENCE, time(from), time(until)),
    nameOf(name),
    spki(own.publicKey),
    der(explicitly(3), der(SEQUENCE, ...extensions(hosts))),
  );
  const signed = der(SEQUENCE, content, algorithm(), der(BITS, [0], sign('sha256', content, signer)));
  return { cert: `-----BEGIN CERTIFICATE-----\n${signed.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`, key, name };
}

/** An authority that signs certificates. */
export function newAuthority(name = 'Authority of a test'): Certificate {
  return certificate(name);
}

function der(tag: number, ...parts: (readonly number[] | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map(part => Buffer.from(part)));
  const { length } = content;
  // in as few bytes as can be, which Go asks for
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function algorithm(): Buffer {
  return der(SEQUENCE, der(OID, ECDSA_WITH_SHA256));
}

function nameOf(name: string): Buffer {
  return der(SEQUENCE, der(SET, der(SEQUENCE, der(OID, COMMON_NAME), der(UTF8, Buffer.from(name)))));
}

function time(date: Date): Buffer {
  return der(TIME, Buffer.from(date.toISOString().replace(/^..|\.\d+|[-:T]/g, '')));
}

function spki(key: KeyObject): Buffer {
  return createPublicKey(key.export({ type: 'spki', format: 'pem' })).export({ type: 'spki', format: 'der' });
}

function extensions(hosts: readonly string[]): Buffer[] {
  if (hosts.length === 0) return [extension(BASIC_CONSTRAINTS, der(SEQUENCE, der(BOOLEAN, [0xff])))];
  const names = hosts.map(host => isIP(host) ? der(ADDRESS, host.split('.').map(Number)) : der(DNS_NAME, Buffer.from(host)));
  return [extension(SUBJECT_ALTERNATIVE_NAME, der(SEQUENCE, ...names))];
}

function extension(id: readonly number[], value: Buffer): Buffer {
  return der(SEQUENCE, der(OID, id), der(OCTETS, value));
}
