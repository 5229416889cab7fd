import { DoctorCheck, numbersOf } from './check';
import { kubernetesVersions, operatorApis } from '../../checks/store';
import { attempt } from '../../private/attempt';
import { asObject, listOf, PlainFields } from '../../private/check';
import { groupOf } from '../../private/oam-kind';
import { answerOfKubectl, KubectlFailure, ofContext } from '../../query/kubectl';
import { OLDEST_CLUSTER } from '../live/api-server';

/** The cluster to check. */
interface ClusterOptions {
  readonly context?: string;
  /** The timeout of each request, in milliseconds. */
  readonly timeout: number;
}

const KUBECTL = 'kubectl';
const CLUSTER = 'Kubernetes';

/** The number of minor versions by which kubectl may differ from the API server, as Kubernetes supports it. */
const SKEW = 1;

/** By operator, the CRD with an annotation that holds the version of the operator. */
const VERSIONED: Readonly<Record<string, { readonly crd: string; readonly annotation: string }>> = {
  'gateway-api': { crd: 'httproutes.gateway.networking.k8s.io', annotation: 'gateway.networking.k8s.io/bundle-version' },
  'prometheus-operator': { crd: 'podmonitors.monitoring.coreos.com', annotation: 'operator.prometheus.io/version' },
};

/** Checks kubectl and the cluster of its context: the version of Kubernetes, and the APIs of operators that it serves. Only reads. */
export async function checkCluster({ context, timeout }: ClusterOptions): Promise<DoctorCheck[]> {
  const ask = async (...args: string[]) => answerOfKubectl([...ofContext(context), ...args], timeout);
  const { output, failure } = await answerOfKubectl(['version', '--client', '--output=json'], timeout);
  const client = asObject(parsed(output).clientVersion).gitVersion as unknown;
  if (typeof client !== 'string') return [kubectlFailed(failure)];
  const server = asObject(parsed((await ask('get', '--raw', '/version')).output)).gitVersion as unknown;
  if (typeof server !== 'string') {
    const isChosen = context !== undefined || (await ask('config', 'current-context')).output.trim() !== '';
    return [{ name: KUBECTL, found: plain(client), state: 'ok' }, isChosen ? noAnswer(context) : NO_CONTEXT];
  }
  return [
    kubectlCheck(client, server),
    clusterCheck(server),
    ...apiChecks(parsed((await ask('get', '--raw', '/apis')).output).groups, await annotations(ask)),
  ];
}

function kubectlFailed(failure?: KubectlFailure): DoctorCheck {
  if (failure?.reason === 'not-installed') {
    return { name: KUBECTL, state: 'absent', remedy: 'diff --live, validate --server and discovering a scraper need it: install it' };
  }
  return { name: KUBECTL, state: 'unknown', remedy: 'kubectl does not print its version: try kubectl version' };
}

const NO_CONTEXT: DoctorCheck = {
  name: CLUSTER, state: 'absent', remedy: 'kubectl has no current context: choose one with kubectl config use-context, or give --context',
};

function noAnswer(context?: string): DoctorCheck {
  const flag = context === undefined ? '' : ` --context=${context}`;
  const remedy = `the cluster does not answer; kubectl prints the reason on standard error, as kubectl${flag} version does`;
  return { name: CLUSTER, state: 'unknown', remedy };
}

function kubectlCheck(client: string, server: string): DoctorCheck {
  const [found, other] = [client, server].map(numbersOf);
  const isFar = found && other && (found[0] !== other[0] || Math.abs(found[1] - other[1]) > SKEW);
  const needed = other && `${other[0]}.${other[1] - SKEW} to ${other[0]}.${other[1] + SKEW}`;
  return { name: KUBECTL, found: plain(client), needed, ...isFar ? FAR : { state: 'ok' } };
}

const FAR = { state: 'warning', remedy: 'Kubernetes supports a kubectl that is one minor version from the cluster at most' } as const;

function clusterCheck(server: string): DoctorCheck {
  const known = kubernetesVersions();
  const [oldest, newest] = [known[0], known.at(-1)!];
  const check = { name: CLUSTER, found: plain(server), needed: `${oldest} to ${newest}` };
  const minor = numbersOf(server)?.[1];
  if (minor === undefined) return { ...check, state: 'unknown', remedy: 'the version has no numbers: ask who operates the cluster' };
  if (minor < OLDEST_CLUSTER.minor) {
    return { ...check, state: 'wrong', remedy: `diff --live and validate --server need Kubernetes ${OLDEST_CLUSTER.text} or newer` };
  }
  const isKnown = minor >= minorOf(oldest) && minor <= minorOf(newest);
  return isKnown ? { ...check, state: 'ok' } : { ...check, state: 'warning', remedy: 'this version of cdk8s-oam has no schemas of it' };
}

const minorOf = (version: string) => numbersOf(version)![1];

const NO_APIS: DoctorCheck = {
  name: 'APIs', state: 'unknown', remedy: 'the cluster does not list its APIs: try kubectl api-versions',
};

/** One check for each known operator whose API the cluster serves, and a single one for all others. */
function apiChecks(groups: unknown, versions: ReadonlyMap<string, string>): DoctorCheck[] {
  const served = listOf<PlainFields>(groups).flatMap(group => listOf<PlainFields>(group?.versions)).map(each => String(each?.groupVersion));
  if (served.length === 0) return [NO_APIS];
  const all = operatorApis().map(({ name, version, apiVersions }) => {
    const known = new Set(apiVersions.map(apiVersion => groupOf({ apiVersion })));
    const there = served.filter(apiVersion => known.has(groupOf({ apiVersion })));
    const own = versions.get(name);
    // a release is compared with a release, a version of an API with one
    const needed = own !== undefined && version ? plain(version) : shortOf(apiVersions);
    return { name, found: own ?? shortOf(there), needed, there, apiVersions };
  });
  const absent = all.filter(({ there }) => there.length === 0).map(({ name }) => name);
  const checks = all.filter(({ there }) => there.length > 0).map(({ name, found, there, needed, apiVersions }): DoctorCheck => {
    if (there.some(each => apiVersions.includes(each))) return { name, found, needed, state: 'ok' };
    const remedy = `if you use it, install a release that serves ${apiVersions.join(' or ')}; the cluster serves ${there.join(', ')}`;
    return { name, found, needed, state: 'warning', remedy };
  });
  return absent.length === 0 ? checks
    : [...checks, { name: 'other APIs', state: 'absent', remedy: `the cluster does not serve those of ${absent.join(', ')}` }];
}

/** The versions of operators by name, as far as their CRDs can be read and carry them. */
async function annotations(ask: (...args: string[]) => ReturnType<typeof answerOfKubectl>): Promise<ReadonlyMap<string, string>> {
  const names = Object.values(VERSIONED).map(({ crd }) => crd);
  const answer = parsed((await ask('get', 'customresourcedefinitions', ...names, '--ignore-not-found', '--output=json')).output);
  const metadata = [answer, ...listOf<PlainFields>(answer.items)].map(each => asObject(each?.metadata));
  return new Map(Object.entries(VERSIONED).flatMap(([name, { crd, annotation }]) => {
    const version = asObject(metadata.find(each => each.name === crd)?.annotations)[annotation] as unknown;
    return typeof version === 'string' ? [[name, plain(version)]] : [];
  }));
}

function parsed(output: string): PlainFields {
  return asObject(attempt(() => JSON.parse(output) as PlainFields));
}

/** The versions without their groups and without duplicates, sorted. */
const shortOf = (apiVersions: readonly string[]) => [...new Set(apiVersions.map(each => each.split('/').at(-1)!))].sort().join(', ');

const plain = (version: string) => version.replace(/^v/, '');
