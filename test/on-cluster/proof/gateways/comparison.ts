/** What a gateway answers beside what the engine for routes says of its objects. */
import { Answer, Asked, hangUp } from './ask';
import { Engine, GatewayFacts, Outcome, seenAs } from './expected';
import type { KubernetesObject, Trial, TrialRequest } from './trial';
import type { TypedManifest } from '../../../../src/base/oam-kind';

/** A gateway that serves. */
export interface ServedGateway {
  ask(request: Asked): Promise<Answer>;
  stop(): Promise<void>;
}

/** A kind of gateway. */
export interface Side {
  readonly serve: (objects: readonly KubernetesObject[]) => Promise<ServedGateway>;
  /** What is in the cluster beside the objects of a trial. @default - nothing */
  readonly around?: readonly KubernetesObject[];
  readonly facts: GatewayFacts;
}

/** Counts of outcomes, by their kind. */
type Counts = Map<string, number>;

/** A request whose answer is not what the engine says. */
interface Difference {
  readonly trial: number;
  readonly request: TrialRequest;
  readonly expected: readonly Outcome[];
  readonly seen: Outcome;
}

/** Compares all; fails with what differs, or answers how often each outcome was. */
export async function compareAll(trials: readonly Trial[], side: Side): Promise<string> {
  const counts: Counts = new Map();
  const differences: Difference[] = [];
  for (const [i, trial] of trials.entries()) differences.push(...await compare(trial, i, side, counts));
  if (differences.length > 0) throw new Error(`${differences.length} answers differ:\n${differences.map(told).join('\n')}`);
  return [...counts].sort().map(([kind, number]) => `${number.toLocaleString('en')} ${kind}`).join(', ');
}

async function compare({ objects, requests }: Trial, trial: number, { serve, around = [], facts }: Side, counts: Counts): Promise<Difference[]> {
  const engine = new Engine([...around, ...objects] as unknown as TypedManifest[], facts);
  const served = await serve(objects);
  const differences: Difference[] = [];
  try {
    for (const request of requests) {
      const expected = engine.outcomesOf(request);
      const answer = await served.ask(request).catch(() => undefined);
      const seen = seenAs(answer);
      // who is redirected was let in by TLS
      const isWithoutTls = ['redirected', '400'].includes(expected[0]) && answer === undefined;
      count(counts, isWithoutTls ? 'none' : kindOf(expected));
      if (!isWithoutTls && !expected.includes(seen)) differences.push({ trial, request, expected, seen });
      const certificates = engine.certificatesOf(request).map(shownBy);
      const shown = shownBy(answer?.certificate);
      if (answer?.certificate !== undefined && certificates.length > 0) {
        count(counts, 'with the certificate that the engine says');
        if (!certificates.includes(shown)) differences.push({ trial, request, expected: certificates, seen: shown });
      }
      if (answer) await sticks(served, request, answer, counts);
    }
  } finally {
    hangUp();
    await served.stop();
  }
  return differences;
}

const shownBy = (certificate?: string) => `certificate ${certificate}`;

function kindOf(expected: readonly Outcome[]): string {
  return expected.length > 1 && expected[0] !== 'none' ? 'ambiguous' : expected[0].replace(/.*\/.*/, 'at a pod');
}

function count(counts: Counts, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

/** A client that has a cookie stays at its pod. */
async function sticks(served: ServedGateway, request: TrialRequest, { received, headers }: Answer, counts: Counts): Promise<void> {
  const [cookie] = [headers['set-cookie'] ?? []].flat();
  if (!received || !cookie) return;
  const again = { ...request, headers: { ...request.headers, Cookie: cookie.split(';')[0] } };
  for (let i = 0; i < 3; i++) {
    const { received: other } = await served.ask(again);
    if (other?.pod !== received.pod) throw new Error(`${request.host}${request.path}: pod ${received.pod}, then ${other?.pod}`);
  }
  count(counts, 'kept at a pod by a cookie');
}

function told({ trial, request: { host, path, port, token = 'no token' }, expected, seen }: Difference): string {
  return `set ${trial}, port ${port}, ${host}${path} with ${token}: ${seen}, expected ${expected.join(' or ')}`;
}
