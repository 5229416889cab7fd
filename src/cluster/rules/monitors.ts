import { isIP } from 'node:net';
import { judged, JudgedCluster, Judgement, JudgementVerdict, ObjectRule } from './rule';
import { asObject, isFilled, isObject, listOf } from '../../base/check';
import { At, Finding, found, must, ownWords, within } from '../../base/findings/finding';
import type { Phrase } from '../../base/findings/sentence';
import {
  fieldAt, isKind, kindName, kindOf, MONITOR_KINDS, PROBE, SCRAPE_CONFIG, fieldSteps,
} from '../../base/kind-of';
import type { TypedManifest } from '../../base/oam-kind';
import { NAMESPACE_NAME } from '../objects/network-peers';
import { INGRESS } from '../routes/ingress';
import {
  notSelected, rejectedEndpoints, rejectedFields, RenderedPrometheus, SELECTED_KINDS, unknownScrapeClass,
} from '../scraping/prometheus';
import { monitoredNamespaces } from '../scraping/scrapes';
import { shownObject } from '../../base/shown';
import { isPort } from '../../base/addresses';
import { metadataLabels } from '../objects/pod-templates';
import { requirementsOf, unmet } from '../objects/selectors';
import { selected } from '../objects/object-index';

/** The resource that selects an object, or the judgements if none does. */
interface JudgedSelection {
  readonly by?: RenderedPrometheus;
  readonly judgements: Judgement[];
}

/** From the mildest one. */
const VERDICTS: readonly JudgementVerdict[] = ['unjudged', 'warning', 'error'];

/**
 * Judges whether a resource selects a monitor, a probe or rules. If there are several, the one that comes closest
 * counts, and of those that select it one that rejects the least.
 */
export function judgeSelection(
  object: TypedManifest, { isDescribed, isRendered, scraped: { prometheuses, index } }: JudgedCluster,
  rejectedBy: (by: RenderedPrometheus) => readonly Finding[] = () => [],
): JudgedSelection {
  const [kind, isOurs] = [kindName(object), isRendered(object)];
  if (!SELECTED_KINDS.has(kind)) return { judgements: [] };
  const namespace: unknown = object.metadata?.namespace;
  const isKnown = isOurs || index.named('/Namespace', undefined, namespace) !== undefined;
  const near = prometheuses.filter(({ selectors }) => selectors[kind]).map(by => {
    const { object: { kind: ofScraper, spec }, name, selectors } = by;
    const scraper = `${ofScraper} ${name}`;
    const ofNamespace = () => found('cannot-judge', 'metadata.namespace',
      { reason: 'namespace', scraper, namespace: String(namespace) });
    const missing = notSelected(by, object, index).flatMap((finding): Judgement[] => {
      const { reason, missing: labels } = finding.parameters;
      // another resource may exist beside one that a platform describes, unless it renders the object for that one
      const isOpen = isDescribed(by.object);
      if (reason === 'no-selector' && isOpen) {
        return judged(object, found('cannot-judge', '', { reason: 'selector', scraper }), 'unjudged');
      }
      // each namespace has the label of its name
      const isByName = () => (labels as readonly Phrase[]).every(each => 'key' in each && each.key === NAMESPACE_NAME);
      if (reason === 'namespace-labels' && !isKnown && !isByName()) return judged(object, ofNamespace(), 'unjudged');
      const about = reason === 'no-selector' ? by.object : object;
      return judged(object, [finding], isOpen && !isOurs ? 'warning' : 'error', about);
    });
    if (missing.length > 0) return { by, judgements: missing };
    // it may be unknown which namespace a selected object is in, or whether it has a label that the resource excludes
    const selector: unknown = spec?.[selectors[kind]![1]];
    const isAny = isObject(selector) ? Object.keys(selector).length === 0 : spec?.selectAllByDefault === true;
    const isExcluding = requirementsOf(selector).some(({ key, operator }) =>
      key !== NAMESPACE_NAME && /^(NotIn|DoesNotExist)$/.test(operator));
    const unknown = namespace !== undefined ? isExcluding && !isKnown ? ofNamespace() : []
      : isAny ? [] : found('cannot-judge', 'metadata.namespace', { reason: 'no-namespace', scraper });
    return { by, judgements: judged(object, unknown, 'unjudged') };
  });
  if (near.length === 0) {
    const unknown = found('cannot-judge', '', { reason: 'no-scraper', kind: object.kind });
    return { judgements: judged(object, unknown, 'unjudged') };
  }
  const rankOf = (judgements: readonly Judgement[]) =>
    Math.max(-1, ...judgements.map(({ verdict }) => VERDICTS.indexOf(verdict)));
  const least = Math.min(...near.map(({ judgements }) => rankOf(judgements)));
  const best = near.filter(({ judgements }) => rankOf(judgements) === least);
  if (best.length > 1) best.sort((one, other) => rejectedBy(one.by).length - rejectedBy(other.by).length);
  const [{ by, judgements }] = best;
  if (judgements.length === 0) return { by, judgements };
  // what is not known does not matter if something else is wrong
  return { judgements: judgements.filter(({ verdict }) => VERDICTS.indexOf(verdict) === least) };
}

/**
 * Judges what an operator rejects in a monitor or a probe. A timeout without an interval is a warning if the default
 * interval of the scraper is not known.
 */
function judgeRejected(
  object: TypedManifest, rejected: readonly Finding[], { by }: JudgedSelection, { isDescribed }: JudgedCluster,
): Judgement[] {
  return rejected.flatMap(finding => {
    const endpoint = fieldAt(object, finding.path.slice(0, -1) as string[]);
    const isSure = finding.code !== 'scrape-timeout' || by && !isDescribed(by.object)
      || isFilled(endpoint?.interval ?? endpoint?.scrapeInterval);
    return judged(object, [finding], isSure ? 'error' : 'warning');
  });
}

/** The kinds of VictoriaMetrics that are judged by their selection alone. */
const OTHER_MONITORS = ['VMNodeScrape', 'VMProbe', 'VMScrapeConfig', 'VMStaticScrape']
  .map(kind => `operator.victoriametrics.com/${kind}`);

/**
 * The pods that are scraped by monitors. An operator leaves out a monitor that it rejects or does not select, and only
 * its log reports it. A monitor that leads to none of the pods here is a warning, since containers may be injected.
 */
export const MONITORS: ObjectRule = {
  subject: 'Monitors',
  kinds: [...MONITOR_KINDS, ...OTHER_MONITORS],
  findings: {
    'not-selected': 'a monitor (also ScrapeConfig, VMProbe, VMNodeScrape, VMStaticScrape and VMScrapeConfig) that no '
      + 'Prometheus or VMAgent selects',
    'scrape-timeout': 'a timeout longer than the interval, or than the default interval of the Prometheus',
    'invalid-value': 'a regular expression that RE2 rejects; several credentials in one endpoint; a scrape class that '
      + 'the Prometheus does not have; a field that the action of a relabeling does not take',
    'missing-field': 'a relabeling without a field that its action needs',
    'broken-route': 'a Service that leads to no port of its pods',
    'broken-scrape': 'a selector, port, relabeling or NetworkPolicy by which no pod is scraped; an init container with '
      + 'a scraped port',
  },
  authority: 'Prometheus Operator, VictoriaMetrics operator, Prometheus',
  proof: 'test/on-cluster/judged-monitors.test.ts',
  judge: (monitor, cluster) => {
    const { monitor: facts } = kindOf(monitor);
    // a platform describes no scrape classes
    const rejectedBy = ({ object: scraper }: RenderedPrometheus) => [
      ...scraper.kind.startsWith('Prometheus') && !cluster.isDescribed(scraper)
        ? unknownScrapeClass(monitor, scraper) : [],
      ...facts ? rejectedEndpoints(monitor, scraper) : [],
    ];
    const selection = judgeSelection(monitor, cluster, rejectedBy);
    const { by, judgements } = selection;
    // the platform reports what is wrong with its own endpoints at the fields of the trait and the provider
    if (cluster.isRendered(monitor)) return judgements;
    if (isKind(monitor, SCRAPE_CONFIG)) {
      // jobs for targets of any kind: only what the operator rejects is known
      const { scrapeInterval: interval, ...fields } = asObject(monitor.spec);
      const reader = { scraper: by?.object, isByPrometheus: true };
      const rejected = rejectedFields({ interval, ...fields }, [['relabelings'], ['metricRelabelings']], reader);
      return [...judgements, ...judgeRejected(monitor, within('spec', rejected), selection, cluster)];
    }
    if (!facts) return judgements;
    const rejected = by ? rejectedBy(by) : rejectedEndpoints(monitor);
    const missed = cluster.scraped.missed(monitor, by !== undefined && rejected.length === 0);
    const unknown = (at: At) => judged(monitor, found('cannot-judge', at, { reason: 'pods' }), 'unjudged');
    return [
      ...judgements,
      ...judgeRejected(monitor, rejected, selection, cluster),
      ...missed?.flatMap(({ object, path, breaks }) => object.kind === 'NetworkPolicy'
        ? judgePolicy(monitor, object, by!, cluster)
        : within(path, breaks).filter(({ code }) => code !== 'invalid-value').flatMap(finding => {
          const { action, sourceLabels } = fieldAt(monitor, finding.path.map(String)) ?? {};
          // a rule that keeps a container may be for one that is injected
          const isOfContainer = /^keep$/i.test(String(action)) && listOf<unknown>(sourceLabels)
            .some(label => String(label).startsWith('__meta_kubernetes_pod_container_'));
          return isOfContainer ? unknown(finding.path) : judged(monitor, [finding], 'warning', object);
        })) ?? unknown('spec.selector'),
    ];
  },
};

/** The labels that controllers set on pods. */
const BY_CONTROLLER = /^(statefulset|apps|batch)\.kubernetes\.io\/|^(pod-template|controller-revision)-hash$/;

/**
 * Judges a policy that lets no scraper reach the pods. That is not known if it is about addresses, labels of a
 * namespace that is not here, or labels that a controller sets.
 */
function judgePolicy(
  monitor: TypedManifest, policy: TypedManifest, { object, name, pods }: RenderedPrometheus,
  { scraped: { index } }: JudgedCluster,
): Judgement[] {
  const scraper = `${object.kind} ${name}`;
  const direction = listOf(policy.spec?.ingress).length > 0 ? 'ingress' : 'egress';
  const peers = listOf(policy.spec?.[direction]).flatMap(rule =>
    listOf(direction === 'ingress' ? rule?.from : rule?.to));
  const isHere = index.named('/Namespace', undefined, pods.namespace) !== undefined;
  const isOpen = peers.some(peer => {
    const wanted = requirementsOf(peer?.podSelector);
    const known = wanted.filter(({ key }) => !BY_CONTROLLER.test(key));
    return peer?.ipBlock != null || unmet({ matchExpressions: known }, pods.labels).length === 0
      && (known.length < wanted.length
        || !isHere && requirementsOf(peer?.namespaceSelector).some(({ key }) => key !== NAMESPACE_NAME));
  });
  const about = { reason: 'policy', scraper } as const;
  return isOpen ? judged(monitor, found('cannot-judge', '', { ...about, policy: shownObject(policy) }), 'unjudged')
    : judged(monitor, found('broken-scrape', '', { ...about, monitor: shownObject(monitor) }), 'warning', policy);
}

const PROBE_RULES = ['metricRelabelings', 'targets.staticConfig.relabelingConfigs', 'targets.ingress.relabelingConfigs']
  .map(fieldSteps);

/** The address of a prober: a name, an IPv4 or an IPv6 address, and a port. */
const proberAddress = must(value => {
  const [, host = '', port = '1'] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d+))?$|^[\da-f:.]+$/i.exec(value) ?? [];
  return (host !== '' || isIP(value) > 0) && !host.includes('..') && isPort(Number(port));
}, 'invalid-value', 'prober');

/**
 * Addresses that a prober asks, such as the blackbox exporter. An operator leaves out a probe that it rejects or does
 * not select.
 */
export const PROBES: ObjectRule = {
  subject: 'Probes',
  kinds: [PROBE],
  findings: {
    'not-selected': 'a probe that no Prometheus selects',
    'scrape-timeout': 'a timeout longer than the interval',
    'invalid-value': 'the address of a prober with a scheme or a path; a regular expression that RE2 rejects; several '
      + 'credentials',
    'missing-field': 'a probe without a prober or without targets; a relabeling without a field that its action needs',
    'broken-scrape': 'an empty list of targets; a selector of Ingresses that selects none with a host',
  },
  authority: 'Prometheus Operator, Prometheus',
  proof: 'test/on-cluster/judged-monitors.test.ts',
  judge: (probe, cluster) => {
    const selection = judgeSelection(probe, cluster);
    const fields = asObject(probe.spec);
    const { url } = asObject(fields.prober);
    const rejected = [
      ...within('spec', rejectedFields(fields, PROBE_RULES, { scraper: selection.by?.object, isByPrometheus: true })),
      ...isFilled(url) ? proberAddress(url, 'spec.prober.url')
        : found('missing-field', 'spec.prober.url', { reason: 'required' }),
    ];
    const judgements = [...selection.judgements, ...judgeRejected(probe, rejected, selection, cluster)];
    // a static list of targets takes precedence over Ingresses
    const { staticConfig, ingress } = asObject(fields.targets);
    if (isObject(staticConfig)) {
      const none = found('broken-scrape', 'spec.targets.staticConfig.static',
        ownWords('must have an element: nothing is scraped', 'add one'));
      return [...judgements, ...listOf(staticConfig.static).length > 0 ? [] : judged(probe, none, 'warning')];
    }
    if (!isObject(ingress)) {
      const fieldNames = ['staticConfig', 'ingress'];
      const none = found('missing-field', 'spec.targets', { reason: 'some-field', fields: fieldNames });
      return [...judgements, ...judged(probe, none, 'error')];
    }
    const { index } = cluster.scraped;
    const all = index.ofKind(INGRESS);
    const selecting = { ...probe, spec: ingress } as object as TypedManifest;
    const near = monitoredNamespaces(selecting)?.flatMap(namespace => index.within(all, namespace)) ?? all;
    const hosted = near.filter(({ spec }) => listOf(spec?.rules).some(rule => isFilled(rule?.host)));
    if (selected(ingress.selector, hosted, metadataLabels).length > 0) return judgements;
    const at = 'spec.targets.ingress.selector';
    const unknown = found('cannot-judge', at, { reason: 'ingresses' });
    const none = found('broken-scrape', at, ownWords('selects no Ingress with a host: nothing is scraped'));
    return [...judgements, ...near.length === 0 ? judged(probe, unknown, 'unjudged') : judged(probe, none, 'warning')];
  },
};
