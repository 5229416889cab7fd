import { isDeepStrictEqual } from 'node:util';
import type { k8s } from 'cdk8s-plus-27';
import {
  IngressRuleOfPolicy, NETWORK_PEER, NetworkPeer, OpenPort, PlainNetworkPeer, portsOnce, ruleForPeer, tcpPorts,
} from './network-peer';
import { DefinedTrait, ObjectTrait, ObjectTraitOptions, objectTraitRecord } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { FLAG, kubernetes, listType } from '../../base/definitions/type';
import { Finding, FINE, found, ownWords, joinPath } from '../../base/findings/finding';
import { podsPeer } from '../../cluster/objects/network-peers';
import { PodCaller, SelectedPods } from '../platform/model';
import { list, object } from '../../base/check';
import { kindOf } from '../../base/kind-of';
import { fixedKind } from '../../base/oam-kind';
import { DeclaredPort } from '../../cluster/objects/oam-workloads';
import { hasPods } from '../../cluster/objects/pod-templates';

/** Properties of a NetworkPolicyTrait. */
export interface NetworkPolicyTraitProps extends ObjectTraitOptions {
  /**
   * Who may reach the pods, beside the scraper of their metrics and the ingress controller of IngressTraits that lead
   * to them.
   *
   * @default - nobody else
   */
  readonly allowFrom?: NetworkPeer[];

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
  readonly allowFrom?: readonly PlainNetworkPeer[];
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
  const { allowFrom = [], scraper, withoutScraper, ingressController, egress, ...others } = spec;
  const declared = portsOnce(pods.ports);
  const lockedOut = lockedOutScraper(spec, pods);
  const rules = [
    ...allowFrom.map((peer, i) => ruleForPeer(peer, ['allowFrom', i], declared, pods.ports)),
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
      ? found('locked-out', 'allowFrom', { reason: 'members-locked-out', kind: cluster.kind }) : FINE,
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
    allowFrom: listType(NETWORK_PEER),
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
  public constructor(scope: ComponentBinding, id: string, props: NetworkPolicyTraitProps = {}) {
    super(NETWORK_POLICY_TRAIT, scope, id, props);
  }
}
