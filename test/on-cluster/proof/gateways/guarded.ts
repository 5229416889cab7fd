/** IngressTraits with policies, as a provider renders them, asked in all spellings by tokens of all kinds. */
import * as fc from 'fast-check';
import { Answer, hangUp } from './ask';
import type { ServedGateway } from './comparison';
import { newIssuer } from './tokens';
import type { KubernetesObject } from './trial';
import { HOSTS, ISSUER, Recipe, recipes, rendered, TOKENS, Tried, TriedGateway } from '../../../properties/guarded-routes';
import { hostileRequests, SentRequest } from '../../../support/hostile-requests';

/** A gateway, and what its cluster has beside what is rendered. */
export interface GuardedSide {
  readonly gateway: TriedGateway;
  /** The kinds that its program reads; with the keys of the issuer in place of their address, as there is no network. */
  readonly kinds: Readonly<Record<string, (object: any, jwks: string) => object>>;
  /** Certificates, and what else the objects lack. */
  readonly around: (objects: readonly KubernetesObject[]) => readonly KubernetesObject[];
  readonly serve: (objects: readonly KubernetesObject[]) => Promise<ServedGateway>;
}

/** What was tried, in numbers. */
interface Tally {
  requests: number;
  letIn: number;
  denied: number;
}

const issuer = newIssuer(ISSUER);
const stranger = newIssuer('https://evil.example.com');
const TEXTS = TOKENS.map(({ token }) => token && (token.issuer === ISSUER ? issuer : stranger).sign(token));

/** So many spellings of each path are sent by each token. */
const SPELLINGS = 6;

/** Fails with each request that gets to pods without a token that these ask for, or that the engine answers otherwise. */
export async function proveGuarded(sets: number, { gateway, kinds, around, serve }: GuardedSide): Promise<string> {
  const drawn = fc.sample(recipes, { numRuns: 20 * sets, seed: 24 });
  const taken = drawn.flatMap((recipe) => {
    const objects = rendered(recipe, gateway);
    return objects ? [{ recipe, objects }] : [];
  }).slice(0, sets);
  const tally: Tally = { requests: 0, letIn: 0, denied: 0 };
  const wrong: string[] = [];
  for (const [i, { recipe, objects }] of taken.entries()) {
    const own = (objects as unknown as KubernetesObject[]).filter(({ kind }) => kind in kinds)
      .map((object) => kinds[object.kind](object, issuer.jwks) as KubernetesObject);
    const served = await serve([...own, ...around(own)]);
    try {
      wrong.push(...await wrongAt(served, new Tried(recipe, objects, gateway), recipe, i, tally));
    } finally {
      hangUp();
      await served.stop();
    }
  }
  if (wrong.length > 0) throw new Error(`${wrong.length} answers are wrong:\n${wrong.join('\n')}`);
  const { requests, letIn, denied } = tally;
  const shown = [`${taken.length} applications`, `${requests.toLocaleString('en')} requests`, `${letIn.toLocaleString('en')} came to pods`];
  return [...shown, `${denied.toLocaleString('en')} were denied`].join(', ');
}

async function wrongAt(served: ServedGateway, tried: Tried, recipe: Recipe, set: number, tally: Tally): Promise<string[]> {
  const wrong: string[] = [];
  for (const [i, request] of requestsOf(recipe, set).entries()) {
    const number = (i + set) % TOKENS.length;
    const text = TEXTS[number];
    const answer = await served.ask({ ...request, headers: text === undefined ? {} : { Authorization: `Bearer ${text}` } }).catch(() => undefined);
    const [expected, seen] = [expectedOf(tried, request, number), seenOf(answer)];
    tally.requests++;
    if (seen.startsWith('component')) tally.letIn++;
    if (seen === 'denied') tally.denied++;
    const asked = `set ${set}: ${request.host}${request.path} with token ${number}`;
    if (!expected.includes(seen)) wrong.push(`${asked}: ${seen}, expected ${expected.join(' or ')}`);
    wrong.push(...openBy(tried, request, number, answer).map((guards) => `${asked} is open, which ${guards} may`));
  }
  return wrong;
}

/** Of all spellings of all paths, some for each set. */
function requestsOf(recipe: Recipe, set: number): SentRequest[] {
  const paths = [...new Set(recipe.flat().flatMap((rule) => rule.paths.map(({ path }) => path)))];
  return HOSTS.flatMap((host) => paths.flatMap((path) => {
    const all = hostileRequests(host, path).filter((each) => !/[^\x21-\x7e]/.test(each.path));
    const some = Array.from({ length: SPELLINGS }, (_, i) => all[(set * SPELLINGS + i) % all.length]);
    return [{ host, path }, { host, path: `${path}/1`.replace('//', '/') }, ...some];
  }));
}

/** What the engine says; no route, or an answer of Envoy itself, is all one. */
function expectedOf(tried: Tried, request: SentRequest, number: number): string[] {
  const passed = tried.taking(request);
  // where no route is, policies may have been asked before
  if (!passed) return ['none', 'denied'];
  return [tried.letIn(request, passed)[number] ? `component${passed.component}` : 'denied'];
}

function seenOf(answer: Answer | undefined): string {
  const service = answer?.received?.service;
  if (service !== undefined) return `component${/component(\d+)/.exec(service)?.[1]}`;
  return answer && [401, 403].includes(answer.status) ? 'denied' : 'none';
}

/** Whether a request has come to pods that need a better token for what they may read its path as. */
function openBy(tried: Tried, request: SentRequest, number: number, answer: Answer | undefined): string[] {
  const received = answer?.received;
  const passed = tried.taking(request);
  if (!received || !passed) return [];
  const [host] = request.host.toLowerCase().split(':');
  const guards = tried.guardsOf({ ...passed, path: received.path.replace(/\?.*/s, '') }, host);
  const { may } = TOKENS[number];
  return guards.every((guard) => may.includes(guard)) ? [] : [`${guards.join(', ')} at ${received.path}`];
}
