import { isDeepStrictEqual } from 'node:util';
import type { k8s } from 'cdk8s-plus-27';
import { declaredPorts, IngressRuleOfPolicy, NETWORK_PEER, NetworkPeer, OpenPort, overTcp, PlainNetworkPeer, ruleOf } from './network-peer';
import { DefinedTrait, ObjectTrait, ObjectTraitOptions, objectTraitRecord } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { FLAG, kubernetes, listOf } from '../definitions/type';
import { Check, Finding, FINE, found, saying } from '../findings/finding';
import { joinPath } from '../findings/path';
import { podsPeer } from '../objects/network-peers';
import { hasPods } from '../objects/pod-holders';
import { PodCaller, SelectedPods } from '../platform/model';
import { list, object } from '../private/check';
import { kindOf } from '../private/kinds/kind-of';
import { fixedKind } from '../private/oam-kind';
import { DeclaredPort } from '../workloads/workload';

/** Properties of a NetworkPolicyTrait. */
export interface NetworkPolicyTraitProps extends ObjectTraitOptions {
  /**
   * Who may reach the pods, beside the scraper of their metrics and the ingress controller of IngressTraits that lead to them. An empty
   * list lets in nobody else.
   */
  readonly from: NetworkPeer[];

  /**
   * The pods of the scraper, which reaches the ports of the metrics.
   *
   * @default - those of the KubernetesPlatform's Prometheus; on an OAM platform, where they are not known, required for a component whose
   * metrics are collected
   */
  readonly scraper?: NetworkPeer;

  /**
   * Locks out the scraper: the metrics of the component are no longer collected.
   *
   * @default false
   */
  readonly withoutScraper?: boolean;

  /**
   * The pods of the ingress controller, which reaches the ports to which IngressTraits lead.
   *
   * @default - those that the IngressController of the KubernetesPlatform names; where it names none, and on an OAM platform, required for
   * a component to which an IngressTrait leads
   */
  readonly ingressController?: NetworkPeer;

  /**
   * What the pods may reach. Everything else is closed to them, including the DNS of the cluster.
   *
   * @default - all
   */
  readonly egress?: k8s.NetworkPolicyEgressRule[];
}

const letsScraperInAndOut: Check = (spec, field) => spec?.withoutScraper !== true || spec.scraper == null ? FINE
  : found('invalid-value', joinPath(field, ['scraper']), { reason: 'beside', field: 'withoutScraper' });

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
function letIn(
  field: 'scraper' | 'ingressController', given: PlainNetworkPeer | undefined, caller: PodCaller | undefined,
  usual: readonly OpenPort[], declared: readonly DeclaredPort[],
): readonly IngressRuleOfPolicy[] {
  const ports = [...caller?.ports ? overTcp(caller.ports) : usual, ...caller?.tunnel === undefined ? [] : overTcp([caller.tunnel])];
  if (given != null) return [ruleOf(given, [field], ports, declared)];
  if (!caller?.pods || ports.length === 0) return [];
  return [{ rule: { from: [podsPeer(caller.pods.namespace, caller.pods.podLabels)], ports }, findings: FINE }];
}

/** Reports that the scraper of the component would be locked out. */
function scraperOut({ scraper: given, withoutScraper }: PlainPolicy, { scraper }: SelectedPods): Finding[] {
  if (!scraper || withoutScraper === true) return FINE;
  if (!given && !scraper.pods) return found('locked-out', '', { reason: 'scraper' });
  const hasPorts = [given?.ports, given?.portNames, given?.allPorts, scraper.ports].some(each => each != null);
  return hasPorts ? FINE : found('locked-out', '',
    saying('would lock out the scraper of the component, since its operator chooses the ports of the metrics',
      "give 'scraper' with 'ports', or set 'withoutScraper' if its metrics need not be collected"));
}

function controllerOut({ ingressController: given }: PlainPolicy, { ingressController }: SelectedPods): Finding[] {
  return !ingressController || ingressController.pods || given ? FINE : found('locked-out', '',
    saying('would lock out the ingress controller, which an IngressTrait leads to the component, since it is not known where its pods run',
      "give 'ingressController', or, on a KubernetesPlatform, 'namespace' and 'podLabels' of its IngressController"));
}

/** Reports a policy that does not admit the component itself, if an operator runs its pods: these call each other. */
function membersOut(rules: readonly IngressRuleOfPolicy['rule'][], { objects, selector }: SelectedPods): Finding[] {
  const cluster = objects.find(each => kindOf(each).pods?.isPodSpec === undefined && hasPods(each));
  const isLetIn = rules.some(({ from }) => from.some(({ podSelector }) => isDeepStrictEqual(podSelector, selector)));
  return cluster && !isLetIn ? found('locked-out', 'from', { reason: 'members-locked-out', kind: cluster.kind }) : FINE;
}

function select(spec: PlainPolicy, pods: SelectedPods) {
  const { from, scraper, withoutScraper, ingressController, egress, ...others } = spec;
  const declared = declaredPorts(pods.ports);
  const withoutScraping = scraperOut(spec, pods);
  const rules = [
    ...from.map((peer, i) => ruleOf(peer, ['from', i], declared, pods.ports)),
    ...withoutScraper === true || withoutScraping.length > 0 ? [] : letIn('scraper', scraper, pods.scraper, [], pods.ports),
    ...letIn('ingressController', ingressController, pods.ingressController, declared, pods.ports),
  ];
  const ingress = rules.map(({ rule }) => rule);
  // the server drops an empty list, and would count a change with each apply
  const listed = Object.fromEntries(Object.entries({ ingress, egress }).filter(([, each]) => each?.length));
  return {
    spec: { podSelector: pods.selector, policyTypes: egress == null ? ['Ingress'] : ['Ingress', 'Egress'], ...listed, ...others },
    warnings: membersOut(ingress, pods),
    findings: [...withoutScraping, ...controllerOut(spec, pods), ...rules.flatMap(({ findings }) => findings)],
  };
}

const NETWORK_POLICY_TRAIT: ObjectTrait = {
  name: 'NetworkPolicyTrait',
  kind: fixedKind('networking.k8s.io/v1', 'NetworkPolicy'),
  definition: objectTraitRecord<NetworkPolicyTraitProps>({
    from: { type: listOf(NETWORK_PEER), required: 'always' },
    scraper: { type: NETWORK_PEER },
    withoutScraper: { type: FLAG },
    ingressController: { type: NETWORK_PEER },
    egress: { type: listOf(EGRESS_RULE) },
  }, { rules: [letsScraperInAndOut] }),
  suffix: 'network-policy',
  select,
};

/**
 * Restricts who may reach the pods of a component: `networking.k8s.io/v1` NetworkPolicy. The policy also allows the scraper, at the ports
 * of the metrics, and the ingress controller, at the ports to which IngressTraits lead. If their pods are not known, the error is
 * `locked-out`.
 *
 * On an OAM platform it is the workload of the Component `<name>-network-policy`, which the application also binds.
 */
export class NetworkPolicyTrait extends DefinedTrait {
  /** @internal */
  public static readonly _definition = NETWORK_POLICY_TRAIT;

  /**
   * Checks the properties and adds the trait to the component.
   *
   * @throws ModelError if a property is invalid, or the component cannot have the trait
   */
  public constructor(scope: ComponentBinding, id: string, props: NetworkPolicyTraitProps) {
    super(NETWORK_POLICY_TRAIT, scope, id, props);
  }
}
