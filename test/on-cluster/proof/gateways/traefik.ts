/** Traefik takes generated requests as the engine for routes says: those for HTTPRoutes, and those for Ingresses. */
import { strict as assert } from 'assert';
import { connect } from 'tls';
import { gatewaySets, ingressSets, NAMESPACE_OBJECTS, RouteSet, secretFor, SERVICES } from './route-sets';
import { PROVIDERS, SCRAPER, SCRAPER_HOST, scraperAccess, shop, SYSTEM, USER } from './traefik-programs';
import { gatewayOf, httpRouteOf, KubernetesObject, Stage } from './traefik-stage';
import { ObjectIndex } from '../../../../src/cluster/objects/object-index';
import type { TypedManifest } from '../../../../src/base/oam-kind';
import { tablesOf } from '../../../../src/cluster/routes/all-routes';
import { LOOPBACK } from '../../../e2e/support/waiting';
import { ingressOf } from '../../../cluster/routes/support';
import { CLUSTER, Proof, ProofBench } from '../proof';

/** How many sets of routes of each kind there are; each gets 24 requests. */
const SETS = 100;
const [GATEWAYS_AT, INGRESSES_AT] = [20_000, 21_000];
/** Entry points of single trials: for Gateways, and for Ingresses, which chart and proof serve over TLS alone. */
const AT = { last: 22_000, spelt: 22_001, described: 22_002, lastIngress: 23_000, ingress: 23_001 };
const nameOf = (port: number) => `at-${port}`;

const [POD, OTHER] = SERVICES;

/** What the engine says takes a request; several if that is up to the age of objects. */
function expectedOf(objects: readonly TypedManifest[], host: string, path: string): string[] {
  const [table] = tablesOf(new ObjectIndex([...NAMESPACE_OBJECTS, ...objects]));
  const { hostname, pathname } = new URL(`https://${host}${path}`);
  const { route, rivals = [] } = table?.find({ host: hostname, path: pathname }) ?? {};
  return route ? [route, ...rivals].map(({ backend: { service }, origin: { object } }) => `${object.metadata?.namespace}/${service}`) : ['none'];
}

/** Asks all, and fails with what differs. */
async function compare(stage: Stage, sets: readonly RouteSet[], least: number): Promise<string> {
  const differences: string[] = [];
  const seen = { taken: 0, none: 0, several: 0 };
  for (const { objects, port, requests } of sets) {
    await Promise.all(requests.map(async ([host, path]) => {
      const expected = expectedOf(objects, host, path);
      const taking = await stage.taking(port, host, path);
      if (!expected.includes(taking)) differences.push(`${port} ${host}${path}: ${taking}, expected ${expected.join(' or ')}`);
      seen[expected.length > 1 ? 'several' : taking === 'none' ? 'none' : 'taken']++;
    }));
  }
  const total = sets.flatMap(({ requests }) => requests).length;
  assert.equal(differences.length, 0, `${differences.length} of ${total} differ:\n${differences.slice(0, 20).join('\n')}`);
  assert.ok(total >= least && seen.taken > total / 5 && seen.none > total / 10, JSON.stringify(seen));
  const several = seen.several > 0 ? `, and ${seen.several} one of several that claim the same` : '';
  return `${total} requests over TLS: ${seen.taken} taken by the Service that the engine says, ${seen.none} by none${several}`;
}

/** All sets at once, and what shows that the last of them is there. */
async function applySets(stage: Stage, sets: readonly RouteSet[]): Promise<void> {
  const all: KubernetesObject[] = sets.flatMap(({ objects }) => objects);
  await stage.apply(all.filter(({ kind }) => kind === 'Gateway'));
  await stage.apply(all.filter(({ kind }) => kind !== 'Gateway'));
  await stage.apply([
    gatewayOf('last', AT.last, [undefined]),
    httpRouteOf('last', ['last.example.com'], { 'PathPrefix /': POD }),
    ingressOf({ 'last.example.com': [`Prefix / => ${POD}:8080`] }, {
      name: 'last', className: 'traefik', annotations: { 'traefik.ingress.kubernetes.io/router.entrypoints': nameOf(AT.lastIngress) },
    }),
  ]);
  for (const port of [AT.last, AT.lastIngress]) await stage.until(port, 'last.example.com', '/', 200);
}

/** Who takes what is written in another way, by a route `Prefix /a` of `h.example.com`, and by one beside it, `Exact /b`. */
const SPELLINGS: Readonly<Record<string, string>> = {
  'h.example.com/a/b': POD,
  'h.example.com/%61': POD,
  'h.example.com//a': POD,
  'h.example.com/b/../a': POD,
  'h.example.com/a/../b': OTHER,
  'h.example.com/a%2Fb': 'none',
  'h.example.com/a;b': 'none',
  'h.example.com/A': 'none',
  'H.Example.com/a': POD,
  'h.example.com.:443/a': POD,
  'h.example.com:8443/a': POD,
};

async function spelt(stage: Stage): Promise<string> {
  await stage.apply([gatewayOf('spelt', AT.spelt, ['*.example.com', 'a.example.com']), httpRouteOf('spelt', ['h.example.com'], { 'PathPrefix /a': POD, 'Exact /b': OTHER })]);
  await stage.until(AT.spelt, 'h.example.com', '/a', 200);
  const seen = await Promise.all(Object.keys(SPELLINGS).map(async (each) => {
    const at = each.indexOf('/');
    return [each, (await stage.taking(AT.spelt, each.slice(0, at), each.slice(at))).replace('shop/', '')];
  }));
  assert.deepEqual(Object.fromEntries(seen), SPELLINGS);
  return 'a path is decoded, but for %2F, and its steps resolved; a host is read without case, port and trailing dot';
}

/** The name of the certificate that is shown for a host. */
async function certificateFor(servername: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: LOOPBACK, port: AT.spelt, servername, rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    }).on('error', reject);
  });
}

async function certificates(): Promise<string> {
  const shown = { 'a.example.com': secretFor('a.example.com'), 'h.example.com': secretFor('*.example.com'), 'c.b.example.com': secretFor('*.b.example.com') };
  const seen = await Promise.all(Object.keys(shown).map(async (host) => [host, await certificateFor(host)]));
  assert.deepEqual(Object.fromEntries(seen), shown);
  assert.equal(await certificateFor('y.x.example.com'), 'TRAEFIK DEFAULT CERT');
  return 'the one of the most specific listener of any Gateway; none but Traefik\'s own where a wildcard would have to stand for two labels';
}

async function programs(stage: Stage): Promise<string> {
  await stage.apply([gatewayOf('described', AT.described, ['*.example.com'])]);
  const seen: string[] = [];
  for (const [name, port] of [['gatewayApi', AT.described], ['ingress', AT.ingress]] as const) {
    const objects = shop(PROVIDERS[name](port), name === 'gatewayApi');
    await stage.serve(objects.filter(({ kind }) => kind === 'Service'));
    const routes = objects.filter(({ kind }) => kind === 'HTTPRoute' || kind === 'Ingress');
    await stage.apply(routes);
    // the route for all other paths answers before theirs are there
    for (const [path, service] of [['/cart', 'shop/cart'], ['/checkout/complete', 'shop/cart']] as const) {
      await stage.untilTaken(port, 'shop.example.com', path, service);
    }
    const paths = ['/', '/cart', '/cart/1', '/carts/1', '/carts/1/2', '/cartoon', '/checkout/complete', '/checkout/complete/', '/Cart', '/x/carts/1'];
    const requests = ['shop', 'www', 'other'].flatMap((host) => paths.map((path) => [`${host}.example.com`, path] as const));
    const gateways = name === 'gatewayApi' ? [gatewayOf('described', port, ['*.example.com'])] : [];
    seen.push(`${name}: ${await compare(stage, [{ objects: [...gateways, ...routes], port, requests }], requests.length)}`);
  }
  return seen.join('; ');
}

async function scraper(stage: Stage): Promise<string> {
  await stage.apply([SYSTEM]);
  await stage.serve([SCRAPER]);
  const objects = scraperAccess(nameOf(AT.ingress));
  const Authorization = `Basic ${Buffer.from(`${USER.name}:${USER.password}`).toString('base64')}`;
  const order = ['Ingress', 'Middleware', 'Secret'];
  assert.deepEqual(objects.map(({ kind }) => kind).sort(), [...order].sort());
  for (const kind of order) {
    await stage.apply(objects.filter((each) => each.kind === kind));
    await stage.until(AT.ingress, SCRAPER_HOST, '/', kind === 'Secret' ? 401 : 404);
  }
  await stage.until(AT.ingress, SCRAPER_HOST, '/', 200, { Authorization });
  await stage.until(AT.ingress, SCRAPER_HOST, '/', 401, { Authorization: `${Authorization.slice(0, -4)}AAAA` });
  return '404 until all are there, then 401 without the password and 200 with it';
}

async function run({ cluster: start, tried }: ProofBench): Promise<void> {
  const [gateways, ingresses] = [gatewaySets(SETS, GATEWAYS_AT, 24), ingressSets(SETS, INGRESSES_AT, 24)];
  const entry = (port: number, tls: boolean) => ({ name: nameOf(port), port, tls });
  const stage = await Stage.start(await start(), [
    ...[...gateways.map(({ port }) => port), AT.last, AT.spelt, AT.described].map((port) => entry(port, false)),
    ...[...ingresses.map(({ port }) => port), AT.lastIngress, AT.ingress].map((port) => entry(port, true)),
  ]);
  try {
    await applySets(stage, [...gateways, ...ingresses]);
    await tried(`${SETS} sets of Gateways and HTTPRoutes`, async () => compare(stage, gateways, 2000));
    await tried(`${SETS} sets of Ingresses`, async () => compare(stage, ingresses, 2000));
    await tried('paths and hosts in other spellings', async () => spelt(stage));
    await tried('certificates of listeners', certificates);
    await tried('IngressTraits, rendered as HTTPRoutes and as Ingresses', async () => programs(stage));
    await tried('a ScraperAccess whose objects are applied in the reverse order', async () => scraper(stage));
  } finally {
    await stage.stop();
  }
}

/** What docs/design.md says of it. */
const SAID = 'Traefik, by 4,800 requests over TLS (`npm run proof -- traefik`)';

export const traefik: Proof = {
  claim: 'Traefik sends requests where the engine for routes says, and serves what the library renders for it',
  programs: [...CLUSTER, 'traefik'],
  crds: ['gateway-api', 'traefik'],
  pages: { 'docs/design.md': [SAID] },
  run,
};
