import { counted, CodeSentences, Maker, Name, ofWords, showMaker, shown } from '../sentence';

/** How many other objects a finding is about, too. */
interface Others {
  readonly others?: number;
}

const andOthers = ({ others = 0 }: Others) => others === 0 ? '' : ` (like ${counted(others, 'other')})`;

/** Findings about alerts, dashboards, scrape jobs, and scrapers that the program runs. */
export const MONITORING_CODES = {
  'no-rule-evaluator': {
    help: "name what evaluates PrometheusRules over all series in 'ruleEvaluator', such as a ThanosRuler",
    agent: 'nobody evaluates its rules: the scraper is an agent, which evaluates none',
    shards: 'nobody evaluates its rules: the scraper has several shards, and each would raise alerts for the targets '
      + 'of the others',
    jobs: 'nobody evaluates its rules: the rules that the Prometheus of the scrape jobs selects are unknown',
    collector: 'nobody evaluates its rules: the collector of the platform only scrapes',
    azure: 'nobody evaluates its rules: Azure Monitor takes rule groups as resources of Azure, not of Kubernetes',
    selector: ["nobody evaluates its rules: 'ruleSelector' of the provider is not given, and a resource without one "
      + 'takes no rules',
    "set it as in the Prometheus or the VMAlert; '{}' selects all rules"],
    none: ['nobody evaluates its rules: the platform collects no metrics',
      "set 'metrics' on the KubernetesPlatform"],
    platform: ['nobody evaluates its rules: an OAM platform makes scrape jobs itself', 'use a KubernetesPlatform'],
  },
  'cannot-judge': {
    'no-scraper': (p: { kind: string } & Others) =>
      [`cannot be judged: no object here selects a ${p.kind}${andOthers(p)}, and no platform describes one`,
        'install a KubernetesPlatform with the monitoring of the cluster, or add the Prometheus',
        "give --prometheus, --monitor-selector and --monitor-namespaces, or 'kubernetes.prometheus' in the settings, "
          + 'or add the Prometheus'],
    'selector': (p: { scraper: string } & Others) =>
      [`cannot be judged${andOthers(p)}: the selectors of ${p.scraper} for this kind are not known`,
        'set them in the platform',
        "give --monitor-selector and --monitor-namespaces, or set them in 'kubernetes.prometheus' of the settings"],
    'namespace': (p: { scraper: string; namespace: Name } & Others) =>
      [`cannot be judged${andOthers(p)}: ${p.scraper} selects namespaces by labels, and those of `
        + `${shown(p.namespace)} are not known`,
      "add the Namespace, or list its labels in 'namespaceLabels'"],
    'pods': (p: Others) =>
      [`cannot be judged${andOthers(p)}: the pods that it may select are not here`, 'judge it together with them'],
    'no-namespace': (p: { scraper: string } & Others) =>
      [`cannot be judged${andOthers(p)}: it names no namespace, and ${p.scraper} does not select all`, 'name it'],
    'policy': (p: { policy: string; scraper: string } & Others) =>
      [`cannot be judged${andOthers(p)}: whether ${p.policy} lets ${p.scraper} reach the pods depends on what is not `
        + 'here',
      'add the Namespace of the scraper, or look in the cluster'],
    'ingresses': (p: Others) =>
      [`cannot be judged${andOthers(p)}: the Ingresses that it may select are not here`, 'judge it together with them'],
    'annotation': ['cannot be judged: what it changes for requests is known to the controller alone',
      'leave it out, or look there'],
    'path': ['cannot be judged: whether this path takes the request is known to the controller alone',
      'use Prefix or Exact'],
    'expression': (p: Others) =>
      [`cannot be judged${andOthers(p)}: the expression is longer or newer than what the parser of PromQL reads`,
        'check it by promtool'],
    'chart': (p: Others) =>
      [`cannot be judged${andOthers(p)}: the chart renders its objects in its own way`, 'use GitOpsApp for the app'],
  },
  'rules-not-selected': (p: { system: Name; namespace: Name; prometheus: string }) =>
    [`must be ${shown(p.system)}, got ${shown(p.namespace)}: the pods of Prometheus ${p.prometheus} mount no other `
      + 'ConfigMaps',
    'leave it out'],
  'alerts-unheard': (p: { prometheus: string }) => [`notifies nobody: Prometheus ${p.prometheus} has no Alertmanager`,
    "name one in 'overrides' of the scraper, by spec.alerting"],
  'monitored-twice': (p: { application: Name; maker: Maker }) =>
    [`is about application ${shown(p.application)}, as ${showMaker(p.maker)} is`,
      "leave it out of 'applications' of one of them"],
  'no-dashboard-series': {
    platform: [
      'may have empty panels: an OAM platform makes scrape jobs itself, and their labels depend on its version',
      'use a KubernetesPlatform, or leave it out',
    ],
    none: ['would have empty panels: the platform collects no metrics',
      "set 'metrics' on the KubernetesPlatform, or leave it out"],
  },
  'partial-answers': {
    'help': "name the Service of the store to which it sends, in 'queryService'",
    'own-words': ofWords,
    'shards': (p: { count: number }) =>
      `has no Service that can be asked: each of its ${p.count} shards has a part of the metrics`,
  },
  'scraper-rights': (p: { namespace: Name; component: Name; name: Name }) =>
    [`may not list the pods of namespace ${shown(p.namespace)}, in which component ${shown(p.component)} is scraped: `
      + `'account.namespaces' of ServiceAccount ${shown(p.name)} does not name it`,
    "have the rights granted and add the namespace, or leave 'account' out to have them rendered"],
  'scraper-storage': ['keeps what it scrapes in the memory and the disk of its pod alone, and loses it with the pod',
    "give 'storage' or 'remoteWrite'"],
  'not-mountable': (p: { kind: string; name: Name; namespace: string; system: string; field: string; place: string }) =>
    [`is scraped with ${p.kind} ${shown(p.name)} of namespace ${shown(p.namespace)}, which pods in namespace `
      + `${shown(p.system)} cannot mount`,
    `copy it to namespace ${p.system} and name the folder of the copy in '${p.field}' ('${p.place}'), run a scraper `
      + `in namespace ${p.namespace}, or use MonitoringProvider.prometheusOperator()`],
  'duplicate-job': {
    'in-program': (p: {
      port: string | number; component: Name; firstPort: string | number; first: Name; maker: Maker; job: Name;
    }) =>
      [`port ${shown(p.port)} of component ${shown(p.component)} and port ${shown(p.firstPort)} of component `
      + `${shown(p.first)} (${showMaker(p.maker)}) share the job name ${shown(p.job)}`,
      'shorten the name of the application, the namespace or the component'],
  },
} as const satisfies Record<string, CodeSentences>;
