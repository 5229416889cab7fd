import {
  Phrases, showPhrase, CodeSentences, quotedPath, inNamespace, List, commaList, Maker, Name, calledName, ofWords,
  showMaker, shown,
} from '../sentence';
import type { Path, Shown } from '../finding';

/** Findings about what is declared. */
export const MODEL_CODES = {
  'component-bound-twice': (p: { component: Name; maker: Maker }) =>
    [`component ${shown(p.component)} is already bound by ${showMaker(p.maker)}: both would change its one workload`,
      'bind it once, or declare a second component with its own workload'],
  'duplicate-object': {
    tree: (p: { kind: string; name: Name; namespace?: string; isClusterScoped?: boolean; maker: Maker; at?: Path }) =>
      [`${p.kind} ${shown(p.name)}${p.isClusterScoped ? '' : ` ${inNamespace(p.namespace)}`} is also made by `
        + `${p.at ? `${quotedPath(p.at)} of ` : ''}${showMaker(p.maker)}`,
      `rename one of them${p.isClusterScoped ? '' : ', or put it into another namespace'}`],
    rendered: (p: { kind: string; name: Name }) => [`is a second ${p.kind} ${shown(p.name)}`, 'rename one of them'],
    same: (p: { place: string }) =>
      [`is the same object as at ${p.place}, and is written once`, 'remove one of the two'],
    documents: (p: { kind: string; name: Name; namespace: string | undefined; place: string }) =>
      [`must be unique: there is another ${p.kind} ${shown(p.name)} ${inNamespace(p.namespace)}, which differs, at `
        + `${p.place}`,
      'import them separately, or leave out one of them'],
    manifests: (p: { kind: string; name: Name; namespace: string | undefined; place: string }) =>
      [`${p.kind} ${shown(p.name)} ${inNamespace(p.namespace)} is also made by ${p.place}`,
        'rename one of them, or put it into another namespace'],
  },
  'duplicate-route': {
    'named': (p: { route: Name; host: string; first: Path; maker: Maker }) =>
      [`claims path ${shown(p.route)} on host ${p.host}, which ${quotedPath(p.first)} of ${showMaker(p.maker)} has `
        + 'claimed already',
      'give each its own path or host'],
    'any': (p: { route: Name; host: string; first: Path; maker: Maker }) =>
      [`claims path ${shown(p.route)} on host ${p.host}, which ${quotedPath(p.first)} of ${showMaker(p.maker)} has `
        + 'claimed already: the platform rejects the second',
      'leave the host out: each application has a generated one then'],
    'other-application': (p: { host: Name; first: Path; maker: Maker }) =>
      [`claims host ${shown(p.host)}, which ${quotedPath(p.first)} of ${showMaker(p.maker)} has claimed for another `
        + 'application: of two Gateways of Istio with one host, the second is ignored',
      'give each application its own hosts'],
    'other-certificate': (p: { host: Name; first: Path; maker: Maker }) =>
      [`has another certificate for host ${shown(p.host)} than ${quotedPath(p.first)} of ${showMaker(p.maker)}`,
        "give the same 'tls.secretName' or 'insecurePlainText' in both, or in neither of them"],
    'f5-nginx': (p: { host: string; first: Path; maker: Maker }) =>
      [`needs a second Ingress for host ${p.host} beside that of ${quotedPath(p.first)} of ${showMaker(p.maker)}, `
        + 'and controller f5-nginx serves one for each host',
      'name its own host, use the same cookie, or write mergeable Ingresses by CustomTrait',
      'name its own host, use the same cookie, or write mergeable Ingresses as a further trait'],
  },
  'duplicate-trait': {
    'help': 'leave one of them out',
    'several-ports': (p: { kind: string; name: string | undefined; maker: Maker }) =>
      [`is a second ${p.kind}${calledName(p.name)} beside ${showMaker(p.maker)}`,
        'merge them: a MetricsTrait takes several ports'],
    'single-port': (p: { kind: string; name: string | undefined; maker: Maker }) =>
      `is a second ${p.kind}${calledName(p.name)} beside ${showMaker(p.maker)}`,
    'same-identity': (p: { kind: string; name: string | undefined; maker: Maker }) =>
      [`is a second ${p.kind}${calledName(p.name)} beside ${showMaker(p.maker)}`,
        "merge them, or give each its own 'metadata.name'"],
    'one-workload': (p: { kind: string; maker: Maker }) =>
      `is a second ${p.kind} beside ${showMaker(p.maker)}, and both would change the one workload`,
    'port-metrics': (p: { prop: Path }) =>
      [`says how the component is scraped, and ${quotedPath(p.prop)} of its workload does too`,
        "leave the trait out, or that 'metrics', and give port and path in the trait"],
  },
  'metrics-not-scrapeable': {
    'help': 'put it on the component whose workload runs the pods, or leave it out',
    'workload': (p: { component: Name }) =>
      `is on component ${shown(p.component)}, whose workload has no pods that the platform scrapes`,
    'kind': (p: { component: Name; kind: string; vendor: Name }) =>
      [`is on component ${shown(p.component)}, whose workload is of kind ${p.kind}: the OAM platform of `
        + `${shown(p.vendor)} does not scrape its pods`,
      'leave it out, install a KubernetesPlatform, or an OamPlatform with hasExtendedCrds: true if the platform in '
        + 'your cluster scrapes them',
      "leave it out, render for platform kubernetes, or set 'oam.hasExtendedCrds: true' in the settings if the "
        + 'platform in your cluster scrapes them'],
    'no-pods': (p: { kind: string }) => `is on a ${p.kind}, which has no pods to scrape`,
  },
  'namespace-mismatch': {
    'tree': (p: { component: Name; own: string | undefined; namespace: string | undefined }) =>
      [`component ${shown(p.component)} is ${inNamespace(p.own)}, its application ${inNamespace(p.namespace)}`,
        'declare both in one chart, or give both one namespace', 'give all of them one namespace, or leave it out'],
    'own': (p: { own: Name; namespace: string | undefined }) =>
      [`is ${shown(p.own)}, its application is ${inNamespace(p.namespace)}`,
        'leave it out', 'give all of them one namespace, or leave it out'],
    'rendered': (p: { namespace: Name; value: Shown }) =>
      [`must be ${shown(p.namespace)}, that of the application, got ${shown(p.value)}`, 'leave it out'],
    'api-object': (p: { own: string | undefined; namespace: string | undefined }) =>
      [`is ${inNamespace(p.own)}, its application ${inNamespace(p.namespace)}`,
        'make both in one chart, or give both one namespace'],
    'system': (p: { system: Name; value: Shown }) =>
      [`must be the platform's system namespace ${shown(p.system)}, got ${shown(p.value)}`, 'leave it out'],
    'no-effect': (p: { own: Name; namespace: Name }) =>
      [`is ${shown(p.own)}, and has no effect: all objects of an application are in its namespace, `
        + `${shown(p.namespace)}`,
      'give all of them one namespace, or leave it out'],
    'manifests': (p: { component: Name; own: Name; namespace: Name }) =>
      [`binds component ${shown(p.component)}, which is in namespace ${shown(p.own)}, its application in namespace `
        + `${shown(p.namespace)}`,
      'give all of them one namespace, or leave it out'],
  },
  'no-platform': ['has no platform',
    'call Platform.install() with a KubernetesPlatform or an OamPlatform before the first construct that needs one'],
  'other-copy': (p: { type: string; own: string; other: string }) =>
    [`must be a ${p.type} of this copy of cdk8s-oam (${p.own}), got one of another copy (${p.other})`,
      'install one copy in node_modules: npm ls cdk8s-oam shows them all'],
  'platform-already-installed': {
    'help': 'install one platform, before the first component of its scope',
    'own-words': ofWords,
    'too-late': (p: { maker: Maker }) => `cannot change the platform of ${showMaker(p.maker)}, which was made before`,
  },
  'platform-owned-object': {
    tree: (p: { kind: string; name: Name; namespace: string | undefined }) =>
      [`${p.kind} ${shown(p.name)} ${inNamespace(p.namespace)} belongs to the platform, which reconciles it`,
        'leave it to the platform, or give yours another name'],
    access: (p: { kind: string; name: Name; namespace: string | undefined }) =>
      [`${p.kind} ${shown(p.name)} ${inNamespace(p.namespace)} belongs to the platform, which reconciles it: its `
        + 'operator would change it back, and all users could be locked out',
      'use ScraperAccess.fromPlatform(), or another name; insecureReplacePlatformObjects renders it anyway'],
  },
  'ports-not-supported': {
    ports: ['is not known to the single-port MetricsTrait, whose schema silently drops it',
      "use 'port', or install a platform with MetricsTraitShape.PORTS",
      "use 'port', or set 'oam.metricsTraitShape: ports' in the settings"],
    enabled: ['is not known to the single-port MetricsTrait, whose schema silently drops it',
      'leave it out, or install a platform with MetricsTraitShape.PORTS',
      "leave it out, or set 'oam.metricsTraitShape: ports' in the settings"],
    named: (p: { ports: List }) =>
      [`has the metrics ports ${commaList(p.ports)}, and the MetricsTrait of the platform has one port`,
        "name one of them in a MetricsTrait, by 'port'"],
  },
  'pruned-field': {
    'own-words': ofWords,
    'named': (p: { service: Name }) =>
      [`is dropped by the API server of Verrazzano 1.4 to 1.7: the Service is called ${shown(p.service)}, as its `
        + 'Deployment',
      'leave it out, and use that name'],
    'not-in-crd': (p: { vendor: Name }) =>
      [`is dropped by the API server of the OAM platform of ${shown(p.vendor)}, whose CRD does not have it`,
        'leave it out, or install an OamPlatform with hasExtendedCrds: true if the CRD in your cluster has it',
        "leave it out, or set 'oam.hasExtendedCrds: true' in the settings if the CRD in your cluster has it"],
  },
  'selector-mismatch': {
    template: ['is not among the labels of the pod template', 'give both the same label'],
    unselected: (p: { missing: Phrases }) =>
      [`does not select the pods of the template, which would have to have ${showPhrase(p.missing)}`,
        'give the selector and the template the same labels'],
    deployment: (p: { missing: Phrases }) =>
      [`does not select the pods of the Deployment, which would have to have ${showPhrase(p.missing)}`,
        'give the workload labels that it selects'],
    spread: (p: { missing: Phrases }) =>
      [`does not select the pods that it spreads, which would have to have ${showPhrase(p.missing)}`,
        "give it labels of the pods, or use 'spread' of the workload, which does", 'give it labels of the pods'],
    spreadsNone: ['must select the pods: without a selector, none are spread',
      "give it labels of the pods, or use 'spread' of the workload, which does", 'give it labels of the pods'],
    scraped: (p: { kind: string; labels: List }) =>
      [`the pods of a ${p.kind} are not known to have the labels by which they are scraped (${commaList(p.labels)})`,
        "write these labels into 'spec.template.metadata.labels', or give the KubernetesPlatform a renderer for the "
          + 'kind',
        "write these labels into 'spec.template.metadata.labels'"],
  },
  'unknown-parameter': {
    'not-declared': (p: { component: Name; declared: List; value: Shown }) =>
      [`must be a parameter of component ${shown(p.component)}`
        + `${p.declared.length > 0 ? ` (${commaList(p.declared)})` : ', which declares none'}, got ${shown(p.value)}`,
      '', 'leave the value out, or declare the parameter in the component'],
    'not-declared-here': (p: { name: Name }) =>
      [`${shown(p.name)} is not a parameter of the component`, 'leave it out'],
  },
  'no-effect': {
    'dashboard-idle': ['shows nothing: no component of its applications is scraped',
      'declare metrics, or leave it out'],
    'own-words': ofWords,
    'application': ['is not watched: none of its components is scraped', 'declare metrics, or leave it out'],
    'scraper-idle': ['scrapes nothing: no component is scraped by MonitoringProvider.scraper() of it',
      "give that to the KubernetesPlatform as 'metrics', and declare metrics"],
    'acceptance': (p: { accepted: string }) => [`accepts ${p.accepted}, which is not reported here`, 'leave it out'],
    'dependency': (p: { maker: Maker }) =>
      [`depends on ${showMaker(p.maker)} without effect: what is in one folder is applied at once`,
        'let it wait by itself, such as in an init container, or give the two their own namespaces'],
    'unread-setting': ['is not read by the program', 'read it from the settings of the environment, or leave it out'],
    'unused-path': ["belongs to no endpoint: beside 'ports' it goes with 'port' only",
      "put it into the entries of 'ports', or give 'port' too"],
  },
} as const satisfies Record<string, CodeSentences>;
