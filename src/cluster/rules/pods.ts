import { judged, JudgementVerdict, ObjectRule } from './rule';
import { asObject, isFilled, isObject, listOf, nearest, PlainFields, textOf } from '../../base/check';
import { bad, Finding, FINE, found, framed, ownWords, Shown, within } from '../../base/findings/finding';
import { imageFindings } from '../../base/names';
import { PodSecurity, podSecurityFindings } from '../checks/pod-security';
import { variablesIn } from '../checks/pods';
import { ObjectIndex } from '../objects/object-index';
import {
  fieldAt, FieldSteps, kindName, kindOf, mayHavePods, PlacedValue, fieldPlace, fieldSteps, valuesAt,
} from '../../base/kind-of';
import { memo } from '../../base/memo';
import { amountOf } from '../../base/quantity';
import { isSubstituted } from '../../base/substitution';
import { podPorts } from '../objects/oam-workloads';
import { KnownObjects, referencesOf } from '../references';
import { isPort } from '../../base/addresses';
import { KnownLabels, labelsOfPods, podSpecPaths } from '../objects/pod-templates';
import { unmet } from '../objects/selectors';

const CLAIM = '/PersistentVolumeClaim';
/** Kinds of custom resources whose controllers create pods exactly as their template describes them. */
const TEMPLATES = /^(argoproj\.io\/Rollout|apps\.kruise\.io\/.+|apps\.openshift\.io\/DeploymentConfig)$/;
const knownIn = memo((index: ObjectIndex) => new KnownObjects(index, []));
const amountsAt = (resources: string) => ['requests', 'limits'].map(list => fieldPlace(`${resources}.${list}`));
const CONTAINERS = ['containers[]', 'initContainers[]'].map(fieldPlace);
const IMAGES = ['containers[].image', 'initContainers[].image', 'volumes[].image.reference'].map(fieldPlace);
/** The requests and limits in the spec of a pod, volumes that are claimed with it included. */
const AMOUNTS = [
  'resources', 'containers[].resources', 'initContainers[].resources',
  'volumes[].ephemeral.volumeClaimTemplate.spec.resources',
].flatMap(amountsAt);
const CLAIMED = amountsAt('spec.volumeClaimTemplates[].spec.resources');
const TEXTS = ['env[].value', 'command[]', 'args[]'].map(fieldPlace);

const HANDLERS = ['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle.postStart', 'lifecycle.preStop']
  .flatMap(at => ['httpGet', 'tcpSocket', 'grpc'].map(way => fieldSteps(`${at}.${way}`)));

/** A tag or a name that JavaScript writes in place of a missing value. */
const OF_NOTHING = /(?:^|[/:])undefined(?:[/:@]|$)|:(?:null|NaN)(?:@|$)/;

/**
 * The pods of objects, as the kubelet and the admission of Pod Security see them. The API server accepts the objects.
 */
export const PODS: ObjectRule = {
  subject: 'Pods',
  kinds: [CLAIM],
  isAbout: type => kindName(type) !== '' && mayHavePods(type),
  findings: {
    'invalid-port': 'a probe or a hook at a port name that its container does not declare, or at a number that '
      + 'resembles a declared one',
    'invalid-value': 'an image that no kubelet can read, or with the name of a missing value; memory of a few bytes; '
      + 'CPUs in bytes; `$(NAME)` of a variable that is defined later or nowhere',
    'selector-mismatch': 'a topology spread constraint that does not select the pods themselves',
    'unresolved-reference': 'a key that a rendered ConfigMap or Secret does not have; an object of another '
      + 'namespace',
    'pod-security': 'a pod that violates the Pod Security Standard of its namespace',
  },
  authority: 'kubelet, kube-scheduler, admission of Pod Security',
  proof: 'test/on-cluster/judged-pods.test.ts',
  judge: (object, { scraped: { index } }) => {
    const known = knownIn(index);
    const kind = kindName(object);
    const namespace = textOf(object.metadata?.namespace);
    const enforced = index.labelsOfNamespace(namespace)['pod-security.kubernetes.io/enforce'];
    const standard = Object.values(PodSecurity).find(each => each === enforced);
    const say = (verdict: JudgementVerdict, findings: readonly Finding[]) => judged(object, findings, verdict);
    const ofPods = (kind === CLAIM ? [['spec']] : podSpecPaths(object)).flatMap(path => {
      const spec = fieldAt(object, path);
      if (!isObject(spec)) return [];
      // other operators complete the template of their pods, and containers that they know, which have no image here
      const isWhole = kindOf(object).pods?.isPodSpec ?? (path.includes('deploymentTemplate') || TEMPLATES.test(kind));
      const ports = podPorts(spec).map(({ port }) => String(port));
      return [
        ...valuesAt(spec, path, IMAGES).flatMap(({ value, path: at }) => {
          // OpenShift replaces an image that is a space
          if (typeof value !== 'string' || value.trim() === '') return [];
          const what = ownWords('has the name of a missing value', 'check how it is made');
          const ofNothing = OF_NOTHING.test(value) ? bad('invalid-value', what, at, value) : FINE;
          return [...say('error', imageFindings(value, at)), ...say('warning', ofNothing)];
        }),
        ...say('warning', amountFindings(valuesAt(spec, path, AMOUNTS))),
        ...valuesAt(spec, path, CONTAINERS).flatMap(({ value: container, path: at }) => !isObject(container) ? [] : [
          ...HANDLERS.flatMap(handler => {
            const port = fieldAt(container, handler)?.port;
            if (port == null || !isWhole && !isFilled(container.image)) return [];
            const wrong = within([...at, ...handler], handlerFindings(container, handler, ports));
            return say(typeof port === 'string' && isWhole ? 'error' : 'warning', wrong);
          }),
          ...say('warning', within(at, variableFindings(container, namespace, known, isWhole))),
        ]),
        ...say('warning', within(path, kindOf(object).pods?.isPodSpec
          ? spreadFindings(spec, labelsOfPods(object)) : FINE)),
        // Kubernetes before 1.34 allows probes of other hosts
        ...(standard && isWhole ? podSecurityFindings(spec, standard) : FINE).flatMap(each => say(
          each.path.at(-1) === 'host' ? 'warning' : 'error',
          within(path, [framed('enforced', each, { namespace: namespace! })]),
        )),
      ];
    });
    return [
      ...ofPods,
      ...say('warning', amountFindings(valuesAt(object, [], CLAIMED))),
      // what is not rendered at all may be in the cluster, as Secrets often are
      ...referencesOf(object).flatMap(reference => known.against(reference)).flatMap(each => {
        const { reason, kind: of } = each.parameters;
        return reason === 'key' ? say('error', [each])
          : reason === 'elsewhere' && of !== 'Secret' ? say('warning', [each]) : [];
      }),
    ];
  },
};

/** Reports constraints that count other pods than those that they spread. One without a selector counts none. */
function spreadFindings(spec: PlainFields, labels: KnownLabels): Finding[] {
  return listOf(spec.topologySpreadConstraints).flatMap((each, i) => {
    const at = ['topologySpreadConstraints', i, 'labelSelector'];
    if (each?.labelSelector == null) return found('selector-mismatch', at, { reason: 'spreadsNone' });
    const missing = unmet(each.labelSelector, labels);
    return missing.length === 0 ? FINE : found('selector-mismatch', at, { reason: 'spread', missing });
  });
}

/**
 * Reports the port of a probe or a hook. Nothing needs to declare a number: only one that resembles a declared one is
 * reported.
 */
function handlerFindings(container: PlainFields, handler: FieldSteps, numbers: readonly string[]): Finding[] {
  const { port, host } = fieldAt(container, handler)!;
  const isName = typeof port === 'string';
  const names = listOf(container.ports).flatMap(each => textOf(each?.name) ?? []);
  const declared = isName ? names : numbers;
  const own = String(port);
  // a string of digits is read as a number
  const isFine = isName ? /^[+-]?\d+$/.test(own) || isSubstituted(own) : isFilled(host) || !isPort(port);
  if (isFine || declared.includes(own)) return FINE;
  // a typo: the same digits in another order, or one digit more, but not in front, as ports are derived by that
  const sorted = (digits: string) => [...digits].sort().join();
  const meant = isName ? nearest(own, names) : numbers.find(other => {
    if (own.length === other.length) return sorted(own) === sorted(other);
    const [short, long] = own.length < other.length ? [own, other] : [other, own];
    return [...long].some((_, i) => i > 0 && long.slice(0, i) + long.slice(i + 1) === short);
  });
  return isName || meant
    ? found('invalid-port', 'port', { reason: 'undeclared', declared, value: Shown.of(port), meant }) : FINE;
}

/** Amounts of which no pod has less, or more in the case of CPUs. */
const BOUNDS = new Map([['memory', '1M'], ['ephemeral-storage', '1k'], ['storage', '1k'], ['cpu', '10k']]
  .map(([name, bound]) => [name, amountOf(bound)!]));

/** Reports requests and limits of resources in the wrong unit. */
function amountFindings(resources: readonly PlacedValue[]): Finding[] {
  return resources.flatMap(({ value: amounts, path }) => Object.entries(asObject(amounts)).flatMap(([name, value]) => {
    const [amount = 0n, bound] = [amountOf(value), BOUNDS.get(name)];
    const isCpu = name === 'cpu';
    if (amount <= 0n || bound === undefined || (isCpu ? amount <= bound : amount >= bound)) return FINE;
    const what = isCpu ? ownWords('is a number of CPUs that no machine has', 'write 100m for a tenth of a CPU')
      : ownWords("is only some bytes or a fraction of one ('m' is a thousandth)", 'use a unit such as Mi or Gi');
    return bad('invalid-value', what, [...path, name], value);
  }));
}

/** Names that are certainly of variables, not of commands of a shell; and those by which pods find Services. */
const VARIABLE = /^[A-Z_][A-Z0-9_]*$/;
const SERVICE_LINK = /_SERVICE_(?:HOST|PORT)|_PORT(?:_|$)/;

/** Reports the variables to which texts of a container refer, and which it lacks there: the texts stay as they are. */
function variableFindings(
  container: PlainFields, namespace: string | undefined, known: KnownObjects, isWhole: boolean,
): Finding[] {
  const texts = valuesAt(container, [], TEXTS).flatMap(({ value, path }) => variablesIn(value).map(variable =>
    ({ variable, path, before: path[0] === 'env' ? Number(path[1]) : Infinity })));
  if (texts.length === 0) return FINE;
  const places = new Map(listOf(container.env).map((each, i) => [textOf(each?.name), i] as const).reverse());
  const given = listOf(container.envFrom).map(from => {
    const [kind, reference] = from?.configMapRef ? ['/ConfigMap', from.configMapRef] : ['/Secret', from?.secretRef];
    const keys = known.keysOf({ kind, namespace, name: String(reference?.name) });
    return keys && new Set([...keys].map(key => `${textOf(from?.prefix) ?? ''}${key}`));
  });
  return texts.flatMap(({ variable, path, before }) => {
    const place = places.get(variable) ?? before;
    const isLater = place > before;
    const isUnknown = !isWhole || given.includes(undefined) || SERVICE_LINK.test(variable) || !VARIABLE.test(variable);
    const isFine = place < before || given.some(keys => keys?.has(variable)) || !isLater && isUnknown;
    return isFine ? FINE : found('invalid-value', path, { reason: 'variable', variable, isLater });
  });
}
