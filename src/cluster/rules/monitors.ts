import { isIP } from 'node:net';
import { judged, JudgedCluster, Judgement, ObjectRule } from './rule';
import { JudgedSelection, judgeRejected, judgeSelection } from './selection';
import { Finding, found, must, saying, within } from '../../base/findings/finding';
import { requirementsOf, unmet, selected, ownLabels } from '../objects/object-index';
import { NAMESPACE_NAME } from '../objects/network-peers';
import { asObject, isFilled, isObject, listOf, objectName } from '../../base/check';
import { fieldAt, steps, PROBE, SCRAPE_CONFIG, isKind, kindOf, MONITOR_KINDS } from '../../base/kinds/kind-of';
import type { TypedManifest } from '../../base/oam-kind';
import { RenderedPrometheus, rejectedEndpoints, rejectedFields, unknownClass } from '../scraping/prometheus';
import { isPort } from '../../base/names';
import { INGRESS } from '../routes/ingress';
import { namespacesOf } from '../scraping/scrapes';

/** The kinds of VictoriaMetrics that are judged by their selection alone. */
const OTHER_MONITORS = ['VMNodeScrape', 'VMProbe', 'VMScrapeConfig', 'VMStaticScrape'].map(kind => `operator.victoriametrics.com/${kind}`);

/** The pods that are scraped by monitors. An operator leaves out a monitor that it rejects or does not select, and only its log says so. */
export const MONITORS: ObjectRule = {
  subject: 'Monitors',
  kinds: [...MONITOR_KINDS, ...OTHER_MONITORS],
  findings: {
    'not-selected': 'a monitor (also ScrapeConfig, VMProbe, VMNodeScrape, VMStaticScrape and VMScrapeConfig) that no Prometheus or VMAgent '
      + 'selects',
    'scrape-timeout': 'a timeout longer than the interval, or than the default interval of the Prometheus',
    'invalid-value': 'a regular expression that RE2 rejects; several credentials in one endpoint; a scrape class that the Prometheus '
      + 'does not have; a field that the action of a relabeling does not take',
    'missing-field': 'a relabeling without a field that its action needs',
    'broken-route': 'a Service that leads to no port of its pods',
    'broken-scrape': 'a selector, port, relabeling or NetworkPolicy by which no pod is scraped; an init container with a scraped port',
  },
  authority: 'Prometheus Operator, VictoriaMetrics operator, Prometheus',
  proof: 'test/on-cluster/judged-monitors.test.ts',
  judge: judgeMonitor,
};

/** A monitor that leads to none of the pods here is a warning, since containers may be injected into pods. */
function judgeMonitor(monitor: TypedManifest, cluster: JudgedCluster): Judgement[] {
  const { monitor: facts } = kindOf(monitor);
  // a platform describes no scrape classes
  const rejectedBy = ({ object: scraper }: RenderedPrometheus) => [
    ...scraper.kind.startsWith('Prometheus') && !cluster.isDescribed(scraper) ? unknownClass(monitor, scraper) : [],
    ...facts ? rejectedEndpoints(monitor, scraper) : [],
  ];
  const selection = judgeSelection(monitor, cluster, rejectedBy);
  const { by, judgements } = selection;
  if (isKind(monitor, SCRAPE_CONFIG)) return [...judgements, ...judgeScrapeConfig(monitor, selection, cluster)];
  // the platform reports what is wrong with its own endpoints at the fields of the trait and the provider
  if (!facts || cluster.isRendered(monitor)) return judgements;
  const rejected = by ? rejectedBy(by) : rejectedEndpoints(monitor);
  const missed = cluster.scraped.missed(monitor, by !== undefined && rejected.length === 0);
  return [
    ...judgements,
    ...judgeRejected(monitor, rejected, selection, cluster),
    ...missed?.flatMap(({ object, path, breaks }) => object.kind === 'NetworkPolicy' ? judgePolicy(monitor, object, by!, cluster)
      : judgeMissed(monitor, object, within(path, breaks)))
      ?? judged(monitor, found('cannot-judge', 'spec.selector', { reason: 'pods' }), 'unjudged'),
  ];
}

/** Jobs for targets of any kind: only what the operator rejects is known. */
function judgeScrapeConfig(config: TypedManifest, selection: JudgedSelection, cluster: JudgedCluster): Judgement[] {
  if (cluster.isRendered(config)) return [];
  const { scrapeInterval: interval, ...fields } = asObject(config.spec);
  const reader = { scraper: selection.by?.object, isByPrometheus: true };
  const rejected = rejectedFields({ interval, ...fields }, [['relabelings'], ['metricRelabelings']], reader);
  return judgeRejected(config, within('spec', rejected), selection, cluster);
}

/** Judges why none of the pods is scraped. A rule that keeps a container may be for one that is injected. */
function judgeMissed(monitor: TypedManifest, object: TypedManifest, breaks: readonly Finding[]): Judgement[] {
  return breaks.filter(({ code }) => code !== 'invalid-value').flatMap(finding => {
    const { action, sourceLabels } = fieldAt(monitor, finding.path.map(String)) ?? {};
    const isOfContainer = /^keep$/i.test(String(action))
      && listOf<unknown>(sourceLabels).some(label => String(label).startsWith('__meta_kubernetes_pod_container_'));
    return isOfContainer ? judged(monitor, found('cannot-judge', finding.path, { reason: 'pods' }), 'unjudged')
      : judged(monitor, [finding], 'warning', object);
  });
}

/** The labels that controllers set on pods. */
const BY_CONTROLLER = /^(statefulset|apps|batch)\.kubernetes\.io\/|^(pod-template|controller-revision)-hash$/;

/**
 * Judges a policy that lets no scraper reach the pods. That is not known if it is about addresses, labels of a namespace that is not here,
 * or labels that a controller sets.
 */
function judgePolicy(
  monitor: TypedManifest, policy: TypedManifest, { object, name, pods }: RenderedPrometheus, { scraped: { index } }: JudgedCluster,
): Judgement[] {
  const scraper = `${object.kind} ${name}`;
  const direction = listOf(policy.spec?.ingress).length > 0 ? 'ingress' : 'egress';
  const peers = listOf(policy.spec?.[direction]).flatMap(rule => listOf(direction === 'ingress' ? rule?.from : rule?.to));
  const isHere = index.named('/Namespace', undefined, pods.namespace) !== undefined;
  const isOpen = peers.some(peer => {
    const inNamespace = requirementsOf(peer?.namespaceSelector);
    const known = requirementsOf(peer?.podSelector).filter(({ key }) => !BY_CONTROLLER.test(key));
    const isByController = known.length < requirementsOf(peer?.podSelector).length;
    return peer?.ipBlock != null || unmet({ matchExpressions: known }, pods.labels).length === 0
      && (isByController || !isHere && inNamespace.some(({ key }) => key !== NAMESPACE_NAME));
  });
  return isOpen ? judged(monitor, found('cannot-judge', '', { reason: 'policy', policy: objectName(policy), scraper }), 'unjudged')
    : judged(monitor, found('broken-scrape', '', { reason: 'policy', monitor: objectName(monitor), scraper }), 'warning', policy);
}

/** Addresses that a prober asks, such as the blackbox exporter. An operator leaves out a probe that it rejects or does not select. */
export const PROBES: ObjectRule = {
  subject: 'Probes',
  kinds: [PROBE],
  findings: {
    'not-selected': 'a probe that no Prometheus selects',
    'scrape-timeout': 'a timeout longer than the interval',
    'invalid-value': 'the address of a prober with a scheme or a path; a regular expression that RE2 rejects; several credentials',
    'missing-field': 'a probe without a prober or without targets; a relabeling without a field that its action needs',
    'broken-scrape': 'an empty list of targets; a selector of Ingresses that selects none with a host',
  },
  authority: 'Prometheus Operator, Prometheus',
  proof: 'test/on-cluster/judged-monitors.test.ts',
  judge: judgeProbe,
};

const RULES = ['metricRelabelings', 'targets.staticConfig.relabelingConfigs', 'targets.ingress.relabelingConfigs'].map(steps);

function judgeProbe(probe: TypedManifest, cluster: JudgedCluster): Judgement[] {
  const selection = judgeSelection(probe, cluster);
  const fields = asObject(probe.spec);
  const { url } = asObject(fields.prober);
  const rejected = [
    ...within('spec', rejectedFields(fields, RULES, { scraper: selection.by?.object, isByPrometheus: true })),
    ...isFilled(url) ? address(url, 'spec.prober.url') : found('missing-field', 'spec.prober.url', { reason: 'required' }),
  ];
  return [...selection.judgements, ...judgeRejected(probe, rejected, selection, cluster), ...judgeTargets(probe, cluster)];
}

/** A name, an IPv4 or an IPv6 address, and a port. */
const address = must(value => {
  const [, host = '', port = '1'] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d+))?$|^[\da-f:.]+$/i.exec(value) ?? [];
  return (host !== '' || isIP(value) > 0) && !host.includes('..') && isPort(Number(port));
}, 'invalid-value', 'prober');

/** Judges the targets: a static list takes precedence over Ingresses. */
function judgeTargets(probe: TypedManifest, { scraped: { index } }: JudgedCluster): Judgement[] {
  const { staticConfig, ingress } = asObject(probe.spec?.targets);
  if (isObject(staticConfig)) {
    return listOf(staticConfig.static).length > 0 ? [] : judged(probe,
      found('broken-scrape', 'spec.targets.staticConfig.static', saying('must have an element: nothing is scraped', 'add one')), 'warning');
  }
  if (!isObject(ingress)) {
    return judged(probe, found('missing-field', 'spec.targets', { reason: 'some-field', fields: ['staticConfig', 'ingress'] }), 'error');
  }
  const all = index.ofKind(INGRESS);
  const selecting = { ...probe, spec: ingress } as object as TypedManifest;
  const near = namespacesOf(selecting)?.flatMap(namespace => index.within(all, namespace)) ?? all;
  const hosted = near.filter(({ spec }) => listOf(spec?.rules).some(rule => isFilled(rule?.host)));
  if (selected(ingress.selector, hosted, ownLabels).length > 0) return [];
  const at = 'spec.targets.ingress.selector';
  return near.length === 0 ? judged(probe, found('cannot-judge', at, { reason: 'ingresses' }), 'unjudged')
    : judged(probe, found('broken-scrape', at, saying('selects no Ingress with a host: nothing is scraped')), 'warning');
}
