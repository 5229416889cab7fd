import { judged, JudgedCluster, Judgement, JudgementVerdict, ObjectRule } from './rule';
import { PodSecurity, podSecurityFindings } from '../checks/pod-security';
import { variablesIn } from '../checks/pods';
import { bad, Finding, FINE, found, framed, saying, within } from '../findings/finding';
import { joinPath, Path } from '../findings/path';
import { Shown } from '../findings/shown';
import type { ObjectIndex } from '../objects/object-index';
import { podSpecPaths } from '../objects/pod-holders';
import { isFilled, isObject, listOf, PlainFields, PlainValue, textOf } from '../private/check';
import { imageFindings } from '../private/image-reference';
import { fieldAt } from '../private/kinds/kind';
import { kindName, kindOf, mayHavePods } from '../private/kinds/kind-of';
import { memo } from '../private/memo';
import { nearest } from '../private/nearest';
import type { TypedManifest } from '../private/oam-kind';
import { amountOf } from '../private/quantity';
import { isSubstituted } from '../private/substitution';
import { KnownObjects, referencesOf } from '../references/references';
import { podPorts } from '../workloads/ports';

/** The pods of objects, as the kubelet and the admission of Pod Security see them. The API server accepts the objects. */
export const PODS: ObjectRule = {
  subject: 'Pods',
  kinds: ['/PersistentVolumeClaim'],
  isAbout: type => kindName(type) !== '' && mayHavePods(type),
  findings: {
    'invalid-port': 'a probe or a hook at a port name that its container does not declare; a number that looks like that of a declared port',
    'invalid-value': 'an image that no kubelet can read, or whose tag is a missing value; memory of a few bytes, millions of CPUs; `$(NAME)` of '
      + 'a variable that is defined later or nowhere',
    'unresolved-reference': 'a key that a rendered ConfigMap or Secret does not have',
    'pod-security': 'a pod that violates the Pod Security Standard of its namespace',
  },
  authority: 'kubelet, admission of Pod Security',
  proof: 'test/cluster/judged-pods.test.ts',
  judge: judgePods,
};

/** Kinds of custom resources whose controllers create pods exactly as their template describes them. */
const TEMPLATES = /^(argoproj\.io\/Rollout|apps\.kruise\.io\/.+|apps\.openshift\.io\/DeploymentConfig)$/;

/** A container, and what is known around it. */
interface JudgedContainer {
  readonly object: TypedManifest;
  readonly container: PlainFields;
  readonly at: Path;
  /** Whether nobody adds ports and variables: other operators complete the template of their pods. */
  readonly isWhole: boolean;
  /** The ports that all containers of the pod declare. */
  readonly ports: readonly unknown[];
  readonly known: KnownObjects;
}

const knownIn = memo((index: ObjectIndex) => new KnownObjects(index, []));

function judgePods(object: TypedManifest, { scraped: { index } }: JudgedCluster): Judgement[] {
  const known = knownIn(index);
  const judgements = podSpecPaths(object).flatMap(path => {
    const spec = fieldAt(object, path);
    if (!isObject(spec)) return [];
    const isWhole = kindOf(object).pods?.isPodSpec ?? (path.includes('deploymentTemplate') || TEMPLATES.test(kindName(object)));
    const ports = podPorts(spec).map(({ port }) => port);
    const containers = ['containers', 'initContainers'].flatMap(list => listOf(spec[list]).flatMap((container, i) =>
      isObject(container) ? judgeContainer({ object, container, at: [...path, list, i], isWhole, ports, known }) : []));
    return [
      ...containers,
      ...judgeAmounts(object, spec.resources, [...path, 'resources']),
      ...listOf(spec.volumes).flatMap((volume, i) => judgeVolume(object, volume, [...path, 'volumes', i])),
      ...isWhole ? judgeSecurity(object, spec, path, index) : [],
    ];
  });
  return [
    ...judgements,
    ...podSpecPaths(object).length > 0 ? [] : judgeAmounts(object, object.spec?.resources, ['spec', 'resources']),
    ...listOf(object.spec?.volumeClaimTemplates).flatMap((claim, i) =>
      judgeAmounts(object, claim?.spec?.resources, ['spec', 'volumeClaimTemplates', i, 'spec', 'resources'])),
    ...judged(object, referencesOf(object).flatMap(reference => known.againstKeys(reference)), 'error'),
  ];
}

function judgeContainer(judging: JudgedContainer): Judgement[] {
  const { object, container, at } = judging;
  return [
    ...judgeImage(object, container.image, [...at, 'image']),
    ...PROBED.flatMap(probe => judgePort(judging, fieldAt(container, probe), probe)),
    ...judgeAmounts(object, container.resources, [...at, 'resources']),
    ...judgeVariables(judging),
  ];
}

/** A tag or a name that JavaScript writes in place of a value that is missing. */
const OF_NOTHING = /(?:^|[/:])undefined(?:[/:@]|$)|:(?:null|NaN)(?:@|$)/;

function judgeImage(object: TypedManifest, image: PlainValue | undefined, at: Path): Judgement[] {
  // OpenShift replaces an image that is a space
  if (typeof image !== 'string' || image.trim() === '') return [];
  const wrong = imageFindings(image, at);
  if (wrong.length > 0 || !OF_NOTHING.test(image)) return judged(object, wrong, 'error');
  return judged(object, bad('invalid-value', saying('has the name of a missing value in it', 'check what it is made of'), at, image), 'warning');
}

const PROBED = ['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle.postStart', 'lifecycle.preStop'].map(each => each.split('.'));

/** A string of digits is read as a number. */
const NUMERAL = /^[+-]?\d+$/;

/** Judges the port of a probe or a hook. Nothing needs to declare a number, so that only one that resembles a declared one is a warning. */
function judgePort({ object, container, at, isWhole, ports }: JudgedContainer, handler: PlainValue | undefined, path: Path): Judgement[] {
  return ['httpGet', 'tcpSocket', 'grpc'].flatMap(way => {
    const { port, host } = handler?.[way] ?? {};
    const field = [...at, ...path, way, 'port'];
    if (typeof port === 'number') {
      const meant = ports.includes(port) || isFilled(host) ? undefined : ports.find(each => isTypo(String(port), String(each)));
      return meant === undefined ? [] : judged(object,
        found('invalid-port', field, { reason: 'undeclared', declared: ports.map(String), value: Shown.of(port), meant: String(meant) }), 'warning');
    }
    // operators complete a container that they have themselves, which has no image here
    if (typeof port !== 'string' || NUMERAL.test(port) || isSubstituted(port) || !isWhole && !isFilled(container.image)) return [];
    const names = listOf(container.ports).flatMap(each => isFilled(each?.name) ? each.name : []);
    return names.includes(port) ? [] : judged(object, found('invalid-port', field,
      { reason: 'undeclared', declared: names, value: Shown.of(port), meant: nearest(port, names) }), isWhole ? 'error' : 'warning');
  });
}

/** Whether two numbers have the same digits in another order, or one has a digit more, but not in front: that is how ports are derived. */
function isTypo(one: string, other: string): boolean {
  if (one.length === other.length) return [...one].sort().join() === [...other].sort().join();
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.length === short.length + 1 && [...long].some((_, i) => i > 0 && long.slice(0, i) + long.slice(i + 1) === short);
}

/** The amounts that no pod needs: less, or more. */
const LEAST = new Map([['memory', '1M'], ['ephemeral-storage', '1k'], ['storage', '1k']].map(([name, least]) => [name, amountOf(least)!]));
const MOST_CPUS = amountOf('10k')!;

/** Judges requests and limits of resources by their units. */
function judgeAmounts(object: TypedManifest, resources: PlainValue | undefined, at: Path): Judgement[] {
  if (!isObject(resources)) return [];
  return ['requests', 'limits'].flatMap(list => Object.entries(isObject(resources[list]) ? resources[list] : {}).flatMap(([name, value]) => {
    const amount = amountOf(value) ?? 0n;
    const isTiny = amount > 0n && amount < (LEAST.get(name) ?? 0n);
    if (!isTiny && !(name === 'cpu' && amount > MOST_CPUS)) return [];
    const wrong = isTiny ? saying("is only some bytes or a fraction of one ('m' is a thousandth)", 'use a unit such as Mi or Gi')
      : saying('is a number of CPUs that no machine has', 'write 100m for a tenth of a CPU');
    return judged(object, bad('invalid-value', wrong, [...at, list, name], value), 'warning');
  }));
}

function judgeVolume(object: TypedManifest, volume: PlainValue | undefined, at: Path): Judgement[] {
  const claim = ['ephemeral', 'volumeClaimTemplate', 'spec', 'resources'];
  return [
    ...judgeImage(object, volume?.image?.reference, [...at, 'image', 'reference']),
    ...judgeAmounts(object, fieldAt(volume, claim), [...at, ...claim]),
  ];
}

/** Names that are certainly of variables, not of commands of a shell. */
const VARIABLE = /^[A-Z_][A-Z0-9_]*$/;

/** Names of variables by which pods find Services. */
const SERVICE_LINK = /_SERVICE_(?:HOST|PORT)|_PORT(?:_|$)/;

/** Judges the variables to which texts of a container refer. The text of an unknown one stays as it is, but is an error in a path. */
function judgeVariables({ object, container, at, isWhole, known }: JudgedContainer): Judgement[] {
  const env = listOf(container.env);
  const texts = [
    ...env.map((each, i) => ({ text: each?.value, field: ['env', i, 'value'], before: i, verdict: 'warning' as JudgementVerdict })),
    ...['command', 'args'].flatMap(list => listOf(container[list]).map((text, i) =>
      ({ text, field: [list, i], before: env.length, verdict: 'warning' as const }))),
    ...listOf(container.volumeMounts).map((mount, i) =>
      ({ text: mount?.subPathExpr, field: ['volumeMounts', i, 'subPathExpr'], before: env.length, verdict: 'error' as const })),
  ].flatMap(each => variablesIn(each.text).map(name => ({ ...each, name })));
  if (texts.length === 0) return [];
  const places = new Map(env.map((each, i) => [textOf(each?.name), i] as const).reverse());
  const given = listOf(container.envFrom).map(from => keysGivenBy(from, object, known));
  return texts.flatMap(({ field, before, name, verdict }) => {
    const place = places.get(name) ?? before;
    const isThere = place < before || given.some(keys => keys?.has(name));
    const isLater = place > before;
    const isUnknown = !isWhole || given.includes(undefined) || SERVICE_LINK.test(name) || !VARIABLE.test(name);
    return isThere || !isLater && isUnknown ? []
      : judged(object, found('invalid-value', joinPath(at, field), { reason: 'variable', variable: name, isLater }), verdict);
  });
}

/** The variables that a ConfigMap or a Secret gives as a whole; `undefined` if they are not known. */
function keysGivenBy(from: PlainValue | undefined, { metadata }: TypedManifest, known: KnownObjects): ReadonlySet<string> | undefined {
  const [kind, reference] = isObject(from?.configMapRef) ? ['/ConfigMap', from.configMapRef] : ['/Secret', from?.secretRef];
  const keys = known.keysOf({ kind, namespace: textOf(metadata?.namespace), name: String(reference?.name) });
  return keys && new Set([...keys].map(key => (textOf(from?.prefix) ?? '') + key));
}

const ENFORCED = 'pod-security.kubernetes.io/enforce';

/** Judges pods by the standard of their namespace. Kubernetes before 1.34 allows probes of other hosts. */
function judgeSecurity(object: TypedManifest, spec: PlainFields, path: Path, index: ObjectIndex): Judgement[] {
  const namespace = textOf(object.metadata?.namespace);
  const { [ENFORCED]: enforced } = index.labelsOfNamespace(namespace);
  const standard = Object.values(PodSecurity).find(each => each === enforced);
  const wrong: Finding[] = standard ? within(path, podSecurityFindings(spec, standard)) : FINE;
  return wrong.flatMap(each => judged(object, [framed('enforced', each, { namespace: namespace! })], each.path.at(-1) === 'host' ? 'warning' : 'error'));
}
