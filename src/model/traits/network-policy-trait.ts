import { isDeepStrictEqual } from 'node:util';
import type { k8s, INetworkPolicyPeer } from 'cdk8s-plus-27';
import { DefinedTrait, ObjectTrait, ObjectTraitOptions, objectTraitRecord } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { FLAG, kubernetes, listType, LABELS, PORT, record, Scalar, string } from '../../base/definitions/type';
import { Finding, FINE, found, ownWords, joinPath, bad, must, Path, Shown } from '../../base/findings/finding';
import { podsPeer, namespaceLabel, PlainPeer, plusPeers } from '../../cluster/objects/network-peers';
import { PodCaller, SelectedPods } from '../platform/model';
import { distinctByJson, list, object, filled, isObject } from '../../base/check';
import { kindOf } from '../../base/kind-of';
import { fixedKind } from '../../base/oam-kind';
import { isOwn } from '../../base/brand';
import { namespaceName, podLabels } from '../../base/names';
import { DeclaredPort } from '../../cluster/objects/oam-workloads';
import { cidr, excepted } from '../../base/addresses';
import { hasPods } from '../../cluster/objects/pod-templates';

/**
 * Who may reach the pods of a component, and at which ports. Exactly one of: a `component`; pods, by `podLabels`,
 * `namespace` and `namespaceLabels`; addresses, by `cidr`; a `peer` of cdk8s-plus.
 */
export interface NetworkPeer {
  /** The pods of another component, of this application or another. @default - pods, addresses or a peer are given */
  readonly component?: ComponentBinding;
  /** Labels of pods. @default - all pods of the namespaces, if these are given */
  readonly podLabels?: { [key: string]: string };
  /** The namespace of the pods. @default - that of the component, unless `namespaceLabels` are given */
  readonly namespace?: string;
  /** Labels of the namespaces of the pods. @default - only `namespace` selects namespaces */
  readonly namespaceLabels?: { [key: string]: string };
  /** A block of addresses, such as `10.0.0.0/16`. @default - a component, pods or a peer are given */
  readonly cidr?: string;
  /** Addresses in the block that may not reach the pods. @default - none */
  readonly except?: string[];
  /** Pods, workloads or addresses of cdk8s-plus. @default - a component, pods or addresses are given */
  readonly peer?: INetworkPolicyPeer;

  /**
   * Numbers of the ports of the pods. A declared port is opened for its protocols, any other for TCP.
   *
   * @default - the ports that the containers declare; of the scraper those of the metrics, and of the ingress
   * controller those to which IngressTraits lead
   */
  readonly ports?: number[];

  /** Names of ports that the containers declare. @default - only `ports` selects ports */
  readonly portNames?: string[];
  /** Whether all ports are open to the peer, as the members of a cluster need it among themselves. @default false */
  readonly allPorts?: boolean;
}

/** The pods of a component as a list of one peer; an empty list if they are not known. */
function peersOfComponent(given: unknown): unknown {
  if (!isOwn(ComponentBinding, given)) return given;
  const { selector, namespace } = given._selectedPods ?? {};
  const within = namespace === undefined ? {} : { namespaceSelector: { matchLabels: namespaceLabel(namespace) } };
  return selector ? [{ podSelector: selector, ...within }] : [];
}

/** A component as a peer: its binding becomes the selectors of its pods. One whose pods are unknown is rejected. */
const COMPONENT: Scalar<ComponentBinding> = {
  is: 'object',
  check: (value, field) => !Array.isArray(value) ? bad('invalid-type', 'component-binding', field, value)
    : value.length > 0 ? FINE : found('no-pods', field, { reason: 'peer' }),
  written: peersOfComponent,
};

/** A peer of cdk8s-plus, of any copy of it, or a binding; either becomes the list of NetworkPolicy peers. */
const PLUS_PEER: Scalar<INetworkPolicyPeer> = {
  is: 'object',
  check: must(Array.isArray, 'invalid-type', 'network-policy-peer'),
  written: given => {
    const peer = given as Partial<INetworkPolicyPeer> | undefined;
    // a ComponentBinding is resolved as a component, which includes its namespace
    return typeof peer?.toNetworkPolicyPeerConfig === 'function' && !isOwn(ComponentBinding, given)
      ? plusPeers(peer.toNetworkPolicyPeerConfig()) : peersOfComponent(given);
  },
};

const PODS = ['podLabels', 'namespace', 'namespaceLabels'];
const WAYS = ['component', 'podLabels', 'cidr', 'peer'];

/** The definition of a peer. */
const NETWORK_PEER = record<NetworkPeer>()({
  component: COMPONENT,
  podLabels: { ...LABELS, check: podLabels },
  namespace: string(namespaceName),
  namespaceLabels: { ...LABELS, check: podLabels },
  cidr: string(cidr),
  except: listType(string(cidr)),
  peer: PLUS_PEER,
  ports: listType(PORT, '', { min: 1, what: 'port' }),
  portNames: listType(string(filled), '', { min: 1, what: 'name' }),
  allPorts: FLAG,
}, {
  rules: [
    (value, field) => {
      if (!isObject(value)) return FINE;
      const ways = ['component', ...PODS, 'cidr', 'peer'].filter(name => value[name] != null);
      const given = ways.filter(name => name === ways.find(each => PODS.includes(each)) || !PODS.includes(name));
      return given.length === 1 ? FINE : found('invalid-value', field, { reason: 'one-field', fields: WAYS, given });
    },
    (value, field) => value?.allPorts !== true ? FINE
      : ['ports', 'portNames'].filter(name => value[name] != null).flatMap(name =>
        found('invalid-value', joinPath(field, [name]), { reason: 'beside', field: 'allPorts' })),
    (value, field) => value?.except == null || value.cidr != null ? FINE
      : found('missing-field', joinPath(field, ['cidr']), { reason: 'required' }),
    excepted,
  ],
});

/** A peer in the spec of a trait after its check. */
interface PlainNetworkPeer extends Omit<NetworkPeer, 'component' | 'peer'> {
  readonly component?: readonly PlainPeer[];
  readonly peer?: readonly PlainPeer[];
}

/** An entry of `spec.ingress`, and its findings. */
interface IngressRuleOfPolicy {
  readonly rule: { readonly from: readonly PlainPeer[]; readonly ports?: readonly OpenPort[] };
  readonly findings: readonly Finding[];
}

/** A port that a policy opens, by its number or its name. */
interface OpenPort {
  readonly port: number | string;
  readonly protocol: string;
}

/** Ports over TCP. */
const tcpPorts = (ports: readonly (number | string)[]): OpenPort[] => ports.map(port => ({ port, protocol: 'TCP' }));

/** Declared ports, once each. */
function portsOnce(declared: readonly DeclaredPort[]): OpenPort[] {
  return distinctByJson(declared.map(({ port, protocol = 'TCP' }) => ({ port, protocol })));
}

/** The rule that admits a peer at its own ports, or else at the `usual` ones. */
function ruleForPeer(
  given: PlainNetworkPeer, at: Path, usual: readonly OpenPort[], declared: readonly DeclaredPort[],
): IngressRuleOfPolicy {
  const { cidr: block, except, podLabels: matchLabels, namespace, namespaceLabels } = given;
  const portNames = given.portNames ?? [];
  const namespaces = { ...namespaceLabels, ...namespace == null ? {} : namespaceLabel(namespace) };
  const from = given.component ?? given.peer ?? [block
    ? { ipBlock: { cidr: block, ...except?.length ? { except } : {} } }
    : {
      ...(namespace != null || namespaceLabels != null) && { namespaceSelector: { matchLabels: namespaces } },
      ...matchLabels && { podSelector: { matchLabels } },
    }];
  if (given.allPorts === true) return { rule: { from }, findings: FINE };
  const known = declared.flatMap(({ name }) => name ?? []);
  const own = [...given.ports ?? [], ...portNames];
  const ports = own.length === 0 ? usual : own.flatMap(port => {
    // with the protocols for which it is declared
    const same = declared.filter(each => port === (typeof port === 'string' ? each.name : each.port));
    return same.length === 0 ? tcpPorts([port]) : portsOnce(same).map(({ protocol }) => ({ port, protocol }));
  });
  return {
    rule: { from, ports },
    findings: [
      ...ports.length === 0 ? found('missing-field', [...at, 'ports'],
        ownWords('is required: nothing declares which ports are meant, and without it all would be open',
          "give the ports, or set 'allPorts'")) : FINE,
      ...portNames.flatMap((name, i) => known.includes(name) ? FINE
        : found('invalid-port', [...at, 'portNames', i],
          { reason: 'undeclared-name', declared: known, value: Shown.of(name) })),
    ],
  };
}

/** Properties of a NetworkPolicyTrait. */
export interface NetworkPolicyTraitProps extends ObjectTraitOptions {
  /**
   * Who may reach the pods, beside the scraper of their metrics and the ingress controller of IngressTraits that lead
   * to them. An empty list lets in nobody else.
   */
  readonly from: NetworkPeer[];

  /**
   * The pods of the scraper, which reaches the ports of the metrics.
   *
   * @default - those of the KubernetesPlatform's Prometheus, none without `metrics`; on an OAM platform, where they are
   * not known, required for a component whose metrics are collected
   */
  readonly scraper?: NetworkPeer;

  /** Locks out the scraper: the metrics of the component are no longer collected. @default false */
  readonly withoutScraper?: boolean;

  /**
   * The pods of the ingress controller, which reaches the ports to which IngressTraits lead.
   *
   * @default - those that the IngressProvider of the KubernetesPlatform names; where it names none, and on an OAM
   * platform, required for a component to which an IngressTrait leads
   */
  readonly ingressController?: NetworkPeer;

  /** What the pods may reach. Everything else is closed to them, including the DNS of the cluster. @default - all */
  readonly egress?: k8s.NetworkPolicyEgressRule[];
}

const EGRESS_RULE = kubernetes<k8s.NetworkPolicyEgressRule>(
  'NetworkPolicyEgressRule', object({ ports: list(object({})), to: list(object({})) }),
);

/** The spec of the trait after its check. */
interface PlainPolicy extends Pick<NetworkPolicyTraitProps, 'withoutScraper' | 'egress'> {
  readonly from: readonly PlainNetworkPeer[];
  readonly scraper?: PlainNetworkPeer;
  readonly ingressController?: PlainNetworkPeer;
}

/** The rule that admits a caller: the peer that the user gives, or else the caller's own pods where they are known. */
function rulesForCaller(
  field: 'scraper' | 'ingressController', given: PlainNetworkPeer | undefined, caller: PodCaller | undefined,
  usual: readonly OpenPort[], declared: readonly DeclaredPort[],
): readonly IngressRuleOfPolicy[] {
  const tunnel = caller?.tunnel === undefined ? [] : [caller.tunnel];
  const ports = [...caller?.ports ? tcpPorts(caller.ports) : usual, ...tcpPorts(tunnel)];
  if (given != null) return [ruleForPeer(given, [field], ports, declared)];
  if (!caller?.pods || ports.length === 0) return [];
  return [{ rule: { from: [podsPeer(caller.pods.namespace, caller.pods.podLabels)], ports }, findings: FINE }];
}

/** Reports that the scraper of the component would be locked out. */
function lockedOutScraper({ scraper: given, withoutScraper }: PlainPolicy, { scraper }: SelectedPods): Finding[] {
  if (!scraper || withoutScraper === true || !given && scraper.isOptional) return FINE;
  if (!given && !scraper.pods) return found('locked-out', '', { reason: 'scraper' });
  const hasPorts = [given?.ports, given?.portNames, given?.allPorts, scraper.ports].some(each => each != null);
  return hasPorts ? FINE : found('locked-out', '',
    ownWords('would lock out the scraper of the component, since its operator chooses the ports of the metrics',
      "give 'scraper' with 'ports', or set 'withoutScraper' if its metrics need not be collected"));
}

/** The NetworkPolicy for the pods of a component. */
function componentPolicy(spec: PlainPolicy, pods: SelectedPods) {
  const { from, scraper, withoutScraper, ingressController, egress, ...others } = spec;
  const declared = portsOnce(pods.ports);
  const lockedOut = lockedOutScraper(spec, pods);
  const rules = [
    ...from.map((peer, i) => ruleForPeer(peer, ['from', i], declared, pods.ports)),
    ...withoutScraper === true || lockedOut.length > 0 ? []
      : rulesForCaller('scraper', scraper, pods.scraper, [], pods.ports),
    ...rulesForCaller('ingressController', ingressController, pods.ingressController, declared, pods.ports),
  ];
  const ingress = rules.map(({ rule }) => rule);
  // the server drops an empty list, and would count a change with each apply
  const listed = Object.fromEntries(Object.entries({ ingress, egress }).filter(([, each]) => each?.length));
  // the pods that an operator runs call each other
  const cluster = pods.objects.find(each => kindOf(each).pods?.isPodSpec === undefined && hasPods(each));
  const letsMembersIn = ingress.some(rule =>
    rule.from.some(({ podSelector }) => isDeepStrictEqual(podSelector, pods.selector)));
  const isControllerOut = pods.ingressController && !pods.ingressController.pods && !ingressController;
  return {
    spec: {
      podSelector: pods.selector,
      policyTypes: egress == null ? ['Ingress'] : ['Ingress', 'Egress'],
      ...listed,
      ...others,
    },
    warnings: cluster && !letsMembersIn
      ? found('locked-out', 'from', { reason: 'members-locked-out', kind: cluster.kind }) : FINE,
    findings: [
      ...lockedOut,
      ...isControllerOut ? found('locked-out', '',
        ownWords(
          'would lock out the ingress controller, which an IngressTrait leads to the component, since it is not known '
          + 'where its pods run',
          "give 'ingressController', or, on a KubernetesPlatform, 'namespace' and 'podLabels' of its "
          + 'IngressProvider'))
        : FINE,
      ...rules.flatMap(({ findings }) => findings),
    ],
  };
}

/** A NetworkPolicy for the pods of the component. It names a scraper or excludes scrapers, not both. */
const NETWORK_POLICY_TRAIT: ObjectTrait = {
  name: 'NetworkPolicyTrait',
  kind: fixedKind('networking.k8s.io/v1', 'NetworkPolicy'),
  definition: objectTraitRecord<NetworkPolicyTraitProps>({
    from: { type: listType(NETWORK_PEER), required: 'always' },
    scraper: NETWORK_PEER,
    withoutScraper: FLAG,
    ingressController: NETWORK_PEER,
    egress: listType(EGRESS_RULE),
  }, {
    rules: [(spec, field) => spec?.withoutScraper !== true || spec.scraper == null ? FINE
      : found('invalid-value', joinPath(field, ['scraper']), { reason: 'beside', field: 'withoutScraper' })],
  }),
  suffix: 'network-policy',
  select: componentPolicy,
};

/**
 * Restricts who may reach the pods of a component: `networking.k8s.io/v1` NetworkPolicy. The policy also allows the
 * scraper, at the ports of the metrics, and the ingress controller, at the ports to which IngressTraits lead. If their
 * pods are not known, the error is `locked-out`.
 *
 * On an OAM platform it is the workload of the Component `<name>-network-policy`, which the application also binds.
 */
export class NetworkPolicyTrait extends DefinedTrait {
  /** @internal */
  public static readonly _definition = NETWORK_POLICY_TRAIT;

  /** Adds the trait to the component. @throws ModelError if a property is invalid, or the component cannot have it */
  public constructor(scope: ComponentBinding, id: string, props: NetworkPolicyTraitProps) {
    super(NETWORK_POLICY_TRAIT, scope, id, props);
  }
}
