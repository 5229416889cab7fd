import { isIP } from 'node:net';
import { judged, JudgedCluster, Judgement, ObjectRule } from './rule';
import { judgeRejected, judgeSelection } from './selection';
import { found, must, saying, within } from '../findings/finding';
import { selected } from '../objects/object-index';
import { ownLabels } from '../objects/pod-holders';
import { asObject, isFilled, isObject, listOf } from '../private/check';
import { steps } from '../private/kinds/kind';
import { isPort } from '../private/network';
import { PROBE } from '../private/kinds/operator-kinds';
import type { TypedManifest } from '../private/oam-kind';
import { INGRESS } from '../routes/ingress';
import { rejectedFields } from '../scraping/rejected';
import { namespacesOf } from '../scraping/scrapes';

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
  proof: 'test/cluster/judged-monitors.test.ts',
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
