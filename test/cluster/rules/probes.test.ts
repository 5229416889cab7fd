import { ApiObject, ApiObjectProps, Chart } from 'cdk8s';
import { JudgedCase, judgedEverywhere, PROMETHEUS } from './support';

const object = (spec: object, labels: object = { release: 'monitoring' }) =>
  ({ apiVersion: 'monitoring.coreos.com/v1', kind: 'Probe', metadata: { name: 'cart', labels }, spec }) as ApiObjectProps;
const prober = { url: 'blackbox.monitoring:9115' };
const targets = { staticConfig: { static: ['https://cart.example.com'] } };
const probe = (fields: object) => object({ prober, targets, ...fields });
const address = (url: unknown) => probe({ prober: { url } });
const ingress = (fields: object) => probe({ targets: { ingress: fields } });

const refused = (url: string) => `invalid-value: 'spec.prober.url' must be a host or host:port, without a scheme and a path, got ${JSON.stringify(url)}; `
  + "set these in 'scheme' and 'path'";
const RULE = 'must be a regular expression of RE2, got "(?=x)": invalid or unsupported Perl syntax: (?=; write it in the syntax of RE2, which has no '
  + 'lookaround and no backreferences';
const NO_HOST = "broken-scrape: 'spec.targets.ingress.selector' selects no Ingress with a host: nothing is scraped; change one of the two objects";
const AWAY = "cannot-judge: 'spec.targets.ingress.selector' cannot be judged: the Ingresses that it may select are not here; judge it together with them";
const labels = (own: object) => object({ prober, targets }, own);
const unselected = `not-selected: 'metadata.labels' must have release=monitoring: ${PROMETHEUS} selects no other probes; add them, or set 'monitorLabels' of the `
  + 'platform for the monitors that it renders';
const wrong = [{ action: 'drop', sourceLabels: ['a'], regex: '(?=x)' }];

/** Each probe, and what is said of it. */
const CASES: readonly JudgedCase[] = [
  ['one that is right', probe({
    jobName: 'cart',
    module: 'http_2xx',
    interval: '30s',
    scrapeTimeout: '30s',
    metricRelabelings: [{ action: 'labeldrop', regex: 'pod' }],
    basicAuth: { username: { name: 'a', key: 'u' } },
  })],
  ['a prober without a port', address('blackbox')],
  ['a prober in another cluster', address('blackbox-exporter.example.com.:443')],
  ['a prober with an IPv6 address', address('[2001:db8::1]:9115')],
  ['an IPv4 address', address('10.0.0.7:9115')],
  ['Ingresses of its namespace', ingress({ selector: { matchLabels: { app: 'cart' } } })],
  ['all Ingresses', ingress({ namespaceSelector: { any: true } })],
  ['a list beside Ingresses that it does not find, which does not count', probe({ targets: { ...targets, ingress: { selector: { matchLabels: { app: 'x' } } } } })],

  ['one without the labels by which the Prometheus selects', labels({}), unselected],
  ['one for the release of another chart', labels({ release: 'prometheus' }), unselected],
  ['no prober', object({ targets }), "missing-field: 'spec.prober.url' is required"],
  ['an empty prober', address(''), "missing-field: 'spec.prober.url' is required"],
  ['a prober with a scheme', address('http://blackbox:9115'), refused('http://blackbox:9115')],
  ['a prober with a path', address('blackbox:9115/probe'), refused('blackbox:9115/probe')],
  ['a prober with a port that is a name', address('blackbox:http'), refused('blackbox:http')],
  ['a timeout longer than the interval', probe({ interval: '15s', scrapeTimeout: '30s' }),
    "scrape-timeout: 'spec.scrapeTimeout' is \"30s\", longer than the interval of \"15s\"; shorten it, or lengthen the interval"],
  ['a timeout longer than the interval of the Prometheus', probe({ scrapeTimeout: '31s' }),
    "scrape-timeout: 'spec.scrapeTimeout' is \"31s\", longer than the interval of \"30s\"; shorten it, or lengthen the interval"],
  ['an expression that only JavaScript takes', probe({ metricRelabelings: wrong }), `invalid-value: 'spec.metricRelabelings[0].regex' ${RULE}`],
  ['one of a list', probe({ targets: { staticConfig: { ...targets.staticConfig, relabelingConfigs: wrong } } }),
    `invalid-value: 'spec.targets.staticConfig.relabelingConfigs[0].regex' ${RULE}`],
  ['one of Ingresses', ingress({ relabelingConfigs: wrong }), `invalid-value: 'spec.targets.ingress.relabelingConfigs[0].regex' ${RULE}`],
  ['a hash without a modulus', probe({ metricRelabelings: [{ action: 'hashmod', sourceLabels: ['a'], targetLabel: 'b' }] }),
    "missing-field: 'spec.metricRelabelings[0].modulus' is required with action hashmod"],
  ['two credentials', probe({ basicAuth: { username: { name: 'a', key: 'u' } }, authorization: { credentials: { name: 'a', key: 't' } } }),
    "invalid-value: 'spec' must have exactly one of basicAuth, authorization, oauth2, bearerTokenSecret, bearerTokenFile, and has basicAuth and authorization"],
  ['no targets', probe({ targets: {} }), "missing-field: 'spec.targets' must have at least one of staticConfig, ingress"],
  ['an empty list', probe({ targets: { staticConfig: { static: [] } } }),
    "broken-scrape: 'spec.targets.staticConfig.static' must have an element: nothing is scraped; add one"],
  ['Ingresses with other labels', ingress({ selector: { matchLabels: { app: 'other' } } }), NO_HOST],
  ['an Ingress without a host', ingress({ selector: { matchLabels: { app: 'any' } } }), NO_HOST],
  ['Ingresses of another namespace', ingress({ namespaceSelector: { matchNames: ['other'] } }), AWAY],
];

const hosted = (app: string, host?: string) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name: app, labels: { app } },
  spec: { ingressClassName: 'a', rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'cart', port: { number: 80 } } } }] } }] },
});

judgedEverywhere(CASES, chart => ['cart', 'any'].forEach(each => around(chart, each)));

function around(chart: Chart, app: string): void {
  new ApiObject(chart, app, hosted(app, app === 'cart' ? 'cart.example.com' : undefined) as ApiObjectProps);
}
