import { Phrases, showPhrase } from './phrases';
import { Explanation, got, list, List, Maker, Name, showMaker, shown } from '../sentence';
import type { Shown } from '../shown';

/** Findings about alerts on what is scraped. */
export const ALERTS_CODES = {
  'invalid-alerts': {
    cause: 'The properties of `MetricsAlerts` are invalid or conflict.',
    remedy: 'Set the properties as the message describes.',
    says: {
      'severity': (p: { known: List; value: Shown }) =>
        [`must be one of ${list(p.known)}, for which there are routes, got ${shown(p.value)}`,
          "choose one, or add the severity to 'severities'"],
      'long': got('must be 7 days at most', 'set a shorter one'),
      'runbook-url': got("must be a URL that begins with http:// or https:// and ends with '#', '/', '=' or '-', before the name of the "
        + 'alert, without spaces and braces',
      'write it as "https://wiki.example.com/alerts#"'),
      'runbook-user': ['must be without a user name and a password: alerts show it to everybody', 'leave them out'],
      'template': got("must be a non-empty string without '{', '}' and line breaks, since labels of alerts are templates",
        'give the string itself'),
      'matcher': ["is set by 'matchers', too", 'leave it out of one of them'],
      'no-chart': ['must be in a Chart of cdk8s, in which its objects are rendered', 'give a chart, or a construct in one, as scope'],
      'other-app': ['must be in the same App', 'leave it out, and give it its own alerts'],
      'other-platform': ['must be of the same platform as the alerts', 'put the alerts where its platform is installed'],
      'path': got('must be a non-empty string', 'give the path'),
      'not-written': (p: { error: string }) => [`cannot be written: ${p.error}`, 'give a folder that can be made'],
      'own-label': ['is set by MetricsAlerts', 'use another name'],
      'scope-label': (p: { by: string }) => [`is set by ${p.by}, which rejects rules that set it`, 'use another name'],
      'scope': (p: { by: string }) => [`must not be set: ${p.by} has each object see the series of its own namespace only`, 'leave it out'],
      'not-an-application': got('must be an ApplicationConfiguration', 'give the construct itself'),
    },
  },
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
  'alerts-idle': {
    cause: '`MetricsAlerts` watches no scraped application, or has no rules (warning).',
    remedy: 'Declare metrics, enable an alert, or remove the alerts or the application.',
    says: {
      'nothing': ['watches nothing: no component of its applications is scraped', 'declare metrics, or leave it out'],
      'no-rules': ['has no rules: no alert that is enabled applies to what is scraped', 'enable an alert, or leave it out'],
      'application': ['is not watched: none of its components is scraped', 'declare metrics, or leave it out'],
    },
  },
  'alerts-twice': {
    cause: 'Two `MetricsAlerts` watch one application, so each alert would fire twice.',
    remedy: 'Remove one, or divide the applications with `applications`.',
    says: (p: { application: Name; maker: Maker }) =>
      [`watches application ${shown(p.application)}, which ${showMaker(p.maker)} watches too`,
        "leave it out of 'applications' of one of them"],
  },
} as const satisfies Record<string, Explanation>;
