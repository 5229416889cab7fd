import { Phrases, showPhrase } from './phrases';
import { Explanation, Maker, Name, showMaker, shown } from '../sentence';

/** Findings about alerts on what is scraped. */
export const ALERTS_CODES = {
  'no-rule-evaluator': {
    cause: 'No known evaluator of alert rules sees everything that the platform scrapes.',
    remedy: 'Set `ruler` of the `MetricsAlerts` to a ThanosRuler, another Prometheus, or an Alloy for Mimir.',
    help: "name what evaluates PrometheusRules over all series in 'ruler', such as a ThanosRuler",
    says: {
      agent: 'nobody evaluates its rules: the scraper is an agent, which evaluates none',
      shards: 'nobody evaluates its rules: the scraper has several shards, and each would raise alerts for the targets of the others',
      jobs: 'nobody evaluates its rules: the rules that the Prometheus of the scrape jobs selects are unknown',
      collector: 'nobody evaluates its rules: the collector of the platform only scrapes',
      azure: 'nobody evaluates its rules: Azure Monitor takes rule groups as resources of Azure, not of Kubernetes',
      selector: ["nobody evaluates its rules: 'ruleSelector' of the provider is not given, and a resource without one takes no rules",
        "set it as in the Prometheus or the VMAlert; '{}' selects all rules"],
      platform: ['nobody evaluates its rules: an OAM platform makes scrape jobs itself', 'use a KubernetesPlatform'],
    },
  },
  'rules-not-selected': {
    cause: 'The evaluator does not select the labels or namespace of an object with alert rules.',
    remedy: 'Add the labels, change the namespace, or set the selectors of the platform to those in the cluster.',
    says: {
      'labels': (p: { missing: Phrases; by: string; prometheus: string }) =>
        [`must have ${showPhrase(p.missing)}: ${p.by} ${p.prometheus} selects no other rules`, 'set them'],
      'other-namespace': (p: { system: Name; namespace: Name; by: string; prometheus: string }) =>
        [`must be ${shown(p.system)} for the rules about namespace ${shown(p.namespace)}: ${p.by} ${p.prometheus} takes rules of its own `
          + 'namespace only',
        "set it, or give 'ruleNamespaceSelector' as it is in the cluster"],
      'namespace-labels': (p: { namespace: Name; missing: Phrases; by: string; prometheus: string }) =>
        [`is ${shown(p.namespace)} for some rules, which is not known to have ${showPhrase(p.missing)}: ${p.by} ${p.prometheus} selects `
          + 'no other namespaces',
        "label the namespace, list its labels in 'namespaceLabels', or set another namespace"],
      'not-scraped': (p: { namespace: Name; by: string; prometheus: string }) =>
        [`is ${shown(p.namespace)} for some rules: ${p.by} ${p.prometheus} takes rules of the namespaces that it scrapes only`,
          'leave it out'],
      'mounted': (p: { system: Name; namespace: Name; prometheus: string }) =>
        [`must be ${shown(p.system)}, got ${shown(p.namespace)}: the pods of Prometheus ${p.prometheus} mount no other ConfigMaps`,
          'leave it out'],
    },
  },
  'alerts-unheard': {
    cause: 'The scraper evaluates the rules but sends alerts to no Alertmanager (warning).',
    remedy: 'Set `spec.alerting` in `overrides` of the `PrometheusScraper`.',
    says: (p: { prometheus: string }) => [`notifies nobody: Prometheus ${p.prometheus} has no Alertmanager`,
      "name one in 'overrides' of the scraper, by spec.alerting"],
  },
  'monitored-twice': {
    cause: 'Two `MetricsAlerts` or `MetricsDashboard`s are for one application.',
    remedy: 'Remove one, or divide the applications with `applications`.',
    says: {
      'alerts-twice': (p: { application: Name; maker: Maker }) =>
        [`watches application ${shown(p.application)}, which ${showMaker(p.maker)} watches too`,
          "leave it out of 'applications' of one of them"],
      'application': (p: { application: Name; maker: Maker }) =>
        [`shows application ${shown(p.application)}, which ${showMaker(p.maker)} shows too`,
          "leave it out of 'applications' of one of them"],
    },
  },
} as const satisfies Record<string, Explanation>;
