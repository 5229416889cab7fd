import { Chart } from 'cdk8s';
import { Deployment, k8s, Namespaces, NetworkPolicyIpBlock, Pods } from 'cdk8s-plus-27';
import {
  LABELS, SELECTOR, GRAFANA, CONTROLLER, inNamespace, tcp, PROMETHEUS, FROM_GRAFANA, FROM_CONTROLLER,
  serving, DECLARED, weblogic, scrapedAt, routed, KNOWN, onKubernetes, onOam, beside, policyOf, told, at,
} from './network-policy-support';
import {
  ApplicationConfiguration, CoherenceWorkload, Component, ComponentBinding, ContainerizedWorkload, CustomWorkload,
  DeploymentWorkload, KubernetesWorkload, MetricsTrait, MonitoringProvider,
  NetworkPeer, NetworkPolicyTrait, NetworkPolicyTraitProps, Workload,
} from '../../../src';
import { objectsOf } from '../../targets/kubernetes/support';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';

describe('goldens', () => {
  const props = (client: ComponentBinding): NetworkPolicyTraitProps => ({
    metadata: { name: 'greet-callers', labels: { team: 'greeters' }, annotations: { owner: 'shop' } },
    allowFrom: [
      { component: client, portNames: ['http'] },
      { namespaceLabels: { team: 'shop' }, podLabels: LABELS, ports: [8080, 5353] },
      { cidr: '10.0.0.0/16', exceptCidrs: ['10.0.1.0/24'], ports: [8080] },
    ],
    egress: [{ to: [{ podSelector: { matchLabels: LABELS } }], ports: [{ port: k8s.IntOrString.fromNumber(5432), protocol: 'TCP' }] }],
  });

  test('kubernetes-network-policy', () => {
    const binding = routed(scrapedAt(onKubernetes(serving(), KNOWN), 9000));
    new NetworkPolicyTrait(binding, 'policy', props(beside(binding, 'client', serving('client'))));
    expectGolden('kubernetes-network-policy', objectsOf(binding).filter(({ kind }) => kind === 'NetworkPolicy'));
  });

  test('network-policy-trait', () => {
    const binding = routed(scrapedAt(onOam(), 9000));
    const peers = { scraper: { namespace: 'verrazzano-monitoring', podLabels: { app: 'prometheus' } }, ingressController: { namespace: 'istio-system', podLabels: { istio: 'ingressgateway' }, ports: [8080] } };
    new NetworkPolicyTrait(binding, 'policy', { ...props(beside(binding, 'client', serving('client'))), ...peers });
    expectGolden('network-policy-trait', objectsOf(binding));
  });
});

describe.each<[string, (workload?: Workload) => ComponentBinding]>([['on Kubernetes', onKubernetes], ['on an OAM platform', onOam]])('%s', (_, on) => {
  const OUT = { withoutScraper: true };

  test('it is called as the component, selects its pods, and lets in nobody', () => {
    const policy = policyOf(on(), OUT);
    expect(policy).toMatchObject({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'greet' } });
    // an empty list is one that the server drops
    expect(policy.spec).toEqual({ podSelector: { matchLabels: SELECTOR }, policyTypes: ['Ingress'] });
  });

  test.each<[string, NetworkPeer, object]>([
    ['pods of a namespace', GRAFANA, { from: [FROM_GRAFANA], ports: DECLARED }],
    ['pods of its own namespace', { podLabels: LABELS, ports: [1234] }, { from: [{ podSelector: { matchLabels: LABELS } }], ports: tcp(1234) }],
    ['all pods of a namespace', { namespace: 'other', portNames: ['dnsudp'] }, { from: [{ namespaceSelector: inNamespace('other') }], ports: [{ port: 'dnsudp', protocol: 'UDP' }] }],
    ['pods of labelled namespaces', { namespaceLabels: { team: 'a' }, podLabels: LABELS, ports: [5353] },
      { from: [{ namespaceSelector: { matchLabels: { team: 'a' } }, podSelector: { matchLabels: LABELS } }], ports: [{ port: 5353, protocol: 'TCP' }, { port: 5353, protocol: 'UDP' }] }],
    ['addresses', { cidr: '10.0.0.0/8', exceptCidrs: ['10.1.0.0/16'], ports: [80] }, { from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }], ports: tcp(80) }],
    ['one to all ports', { podLabels: LABELS, allPorts: true }, { from: [{ podSelector: { matchLabels: LABELS } }] }],
  ])('it lets in %s', (__, peer, rule) => {
    expect(policyOf(on(), { allowFrom: [peer], ...OUT }).spec.ingress).toEqual([rule]);
  });

  test('it lets in another component', () => {
    const binding = on();
    const component = beside(binding, 'client', serving('client'));
    expect(policyOf(binding, { allowFrom: [{ component, ports: [8080] }], ...OUT }).spec.ingress).toEqual([{
      from: [{ namespaceSelector: inNamespace('ns'), podSelector: { matchLabels: { 'app.oam.dev/name': 'hello', 'app.oam.dev/component': 'client' } } }], ports: tcp(8080),
    }]);
  });

  test('it lets in another component as a peer of cdk8s-plus, in its own namespace', () => {
    const binding = on();
    const peer = beside(binding, 'client', new DeploymentWorkload({ image: 'example/main:1', ports: [{ port: 8080 }], resources: { requests: { cpu: '1', memory: '1Gi' } } }));
    const [{ from: [{ namespaceSelector, podSelector }] }] = policyOf(binding, { allowFrom: [{ peer, ports: [8080] }], ...OUT }).spec.ingress;
    expect(namespaceSelector).toEqual(inNamespace('ns'));
    expect(podSelector.matchLabels).toMatchObject({ 'app.oam.dev/component': 'client' });
  });

  test('it lets in peers of cdk8s-plus', () => {
    const binding = on();
    const chart = Chart.of(binding);
    const peers = [
      Pods.select(chart, 'pods', { labels: LABELS, namespaces: Namespaces.select(chart, 'named', { labels: { team: 'a' }, names: ['one', 'two'] }) }),
      Pods.select(chart, 'others', { labels: LABELS }),
      NetworkPolicyIpBlock.ipv4(chart, 'block', '10.0.0.0/8', ['10.1.0.0/16']),
      new Deployment(chart, 'job', { containers: [{ image: 'example/job:1' }], securityContext: { ensureNonRoot: false }, podMetadata: { labels: LABELS } }),
    ];
    new NetworkPolicyTrait(binding, 'policy', { allowFrom: peers.map(peer => ({ peer, ports: [80] })), ...OUT });
    const [policy] = chart.toJson().map((each: any) => each.spec?.workload ?? each).filter(({ kind }) => kind === 'NetworkPolicy');
    const named = (name: string) => ({ podSelector: { matchLabels: LABELS }, namespaceSelector: { matchLabels: { 'team': 'a', 'kubernetes.io/metadata.name': name } } });
    expect(policy.spec.ingress).toEqual([
      { from: [named('one'), named('two')], ports: tcp(80) },
      { from: [{ podSelector: { matchLabels: LABELS } }], ports: tcp(80) },
      { from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }], ports: tcp(80) },
      { from: [expect.objectContaining({ podSelector: { matchLabels: { 'cdk8s.io/metadata.addr': expect.any(String) } } })], ports: tcp(80) },
    ]);
  });

  test('the scraper is let in where the trait says, to the ports of the metrics alone', () => {
    const binding = scrapedAt(on(), 9000, 5353);
    expect(policyOf(binding, { scraper: GRAFANA }).spec.ingress).toEqual([{ from: [FROM_GRAFANA], ports: tcp(9000, 5353) }]);
  });

  test('nobody is locked out who is not declared', () => {
    const binding = on();
    new MetricsTrait(binding, 'metrics', { enabled: false });
    expect(policyOf(binding).spec.ingress).toBeUndefined();
  });

  test('what leaves the pods is closed by rules of their own alone', () => {
    expect(policyOf(on(), { ...OUT, egress: [] }).spec).toEqual({ podSelector: { matchLabels: SELECTOR }, policyTypes: ['Ingress', 'Egress'] });
  });

  test('overrides go before', () => {
    expect(policyOf(on(), { ...OUT, overrides: { spec: { ingress: [{}] } } }).spec.ingress).toEqual([{}]);
  });

  test('a peer that selects nothing is rejected, since a rule without peers lets in everybody', () => {
    const binding = on();
    const message = "] no-pods: 'allowFrom[0].peer' selects no pods that are known here; name a component with pods, give 'podLabels' in its place, or name a namespace in the peer";
    const rejects = (peer: any, id: string) =>
      expect(() => new NetworkPolicyTrait(binding, id, { allowFrom: [{ peer, ports: [80] }], ...OUT })).toThrow(message);
    const namespaces = Namespaces.select(Chart.of(binding), 'namespaces', { names: [] });
    rejects(namespaces, 'none');
    rejects(Pods.select(Chart.of(binding), 'pods', { labels: { app: 'grafana' }, namespaces }), 'pods-of-none');
    rejects(beside(binding, 'client', KubernetesWorkload.configMap({ data: {} })), 'component');
  });

  const ONE = 'must have exactly one of component, podLabels, cidr, peer, and has ';

  test.each<[string, any, string]>([
    ['a peer is nobody', { allowFrom: [{}] }, `invalid-value: 'allowFrom[0]' ${ONE}none`],
    ['a peer is two', { allowFrom: [GRAFANA, { ...GRAFANA, cidr: '10.0.0.0/8' }] }, `invalid-value: 'allowFrom[1]' ${ONE}podLabels and cidr`],
    ['labels are empty', { allowFrom: [{ podLabels: {} }] },
      'missing-field: \'allowFrom[0].podLabels\' must have at least one label: without any, all pods would be selected; give the labels that distinguish these pods from others'],
    ['the namespace has no name of one', { allowFrom: [{ namespace: 'A b' }] },
      'invalid-name: \'allowFrom[0].namespace\' must be a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters), got "A b"'],
    ['addresses are none', { allowFrom: [{ cidr: '10.0.0.0' }] },
      'invalid-value: \'allowFrom[0].cidr\' must be a block of addresses, got "10.0.0.0"; write it as "10.0.0.0/16"; one address is "10.0.0.7/32"'],
    ['addresses are left out of none', { allowFrom: [{ podLabels: LABELS, exceptCidrs: ['10.0.0.0/8'] }] }, 'missing-field: \'allowFrom[0].cidr\' is required'],
    ['the list of ports is empty', { allowFrom: [{ ...GRAFANA, ports: [] }] }, 'missing-field: \'allowFrom[0].ports\' must have at least 1 port'],
    ['a port is none', { allowFrom: [{ ...GRAFANA, ports: [0] }] },
      'invalid-port: \'allowFrom[0].ports[0]\' must be an integer from 1 to 65535, got 0'],
    ['there are ports, and all', { allowFrom: [{ ...GRAFANA, ports: [80], allPorts: true }] }, 'invalid-value: \'allowFrom[0].ports\' cannot be set together with \'allPorts\'; leave one of them out'],
    ['the component is none', { allowFrom: [{ component: 'client' }] }, 'invalid-type: \'allowFrom[0].component\' must be a ComponentBinding, got a string; give what addDeployment() or addComponent() returns'],
    ['the peer is none', { allowFrom: [{ peer: {} }] },
      'invalid-type: \'allowFrom[0].peer\' must be an INetworkPolicyPeer of cdk8s-plus, got an object; give pods, a workload or addresses of cdk8s-plus'],
    ['a property is misspelt', { allowFrom: [{ podLabel: LABELS }] },
      'unknown-field: \'allowFrom[0].podLabel\' is an unknown field; expected one of component, podLabels, namespace, namespaceLabels, cidr, exceptCidrs, peer, ports, portNames, allPorts; '
      + 'did you mean "podLabels"?'],
    ['the scraper is let in, and is not', { scraper: GRAFANA, withoutScraper: true },
      'invalid-value: \'scraper\' cannot be set together with \'withoutScraper\'; leave one of them out'],
  ])('fails when %s', (__, props, message) => {
    expect(messageOf(() => new NetworkPolicyTrait(on(), 'policy', props)).split('\n')[0]).toBe(`[c/hello/greet/policy] ${message}`);
  });

  test.each<[string, () => Workload]>([['has no pods', () => KubernetesWorkload.configMap({ data: { a: 'b' } })]])('fails when the component that is let in %s', (__, workload) => {
    const binding = on();
    expect(messageOf(() => new NetworkPolicyTrait(binding, 'policy', { allowFrom: [{ component: beside(binding, 'data', workload()) }] }))).toBe(
      `${at}no-pods: 'allowFrom[0].component' must be a component whose workload has pods that are known here; name such a component, or give 'podLabels' in its place`);
  });

  test('fails when the component that is let in is declared elsewhere', () => {
    const binding = on();
    const application = binding.application as ApplicationConfiguration;
    const component = application.addComponent(Component.fromComponentName(application.node.scope as Chart, 'elsewhere', 'other'));
    expect(messageOf(() => new NetworkPolicyTrait(binding, 'policy', { allowFrom: [{ component }] }))).toMatch(/^\[c\/hello\/greet\/policy\] no-pods: 'allowFrom\[0\].component' must be /);
  });

  test('fails when a port has a name that no container declares', () => {
    expect(told(on(), { allowFrom: [{ ...GRAFANA, portNames: ['http', 'htp'] }], ...OUT })).toEqual([
      `${at}invalid-port: 'allowFrom[0].portNames[1]' must be the name of a port that a container declares (http, dns, dnsudp, metrics), got "htp"; `
      + 'use the name of such a port, or its number in \'ports\'',
    ]);
  });

  test('fails when nothing says which ports are meant', () => {
    const silent = new ContainerizedWorkload({ containers: [{ name: 'main', image: 'example/main:1' }] });
    const binding = on(silent);
    new MetricsTrait(binding, 'metrics', { enabled: false });
    expect(told(binding, { allowFrom: [GRAFANA], scraper: GRAFANA })).toEqual(['allowFrom[0]', 'scraper'].map(field =>
      `${at}missing-field: '${field}.ports' is required: nothing declares which ports are meant, and without it all would be open; give the ports, or set 'allPorts'`));
  });

  test('fails when an operator chooses the ports of the metrics', () => {
    const emit = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const OWN = `${at}locked-out: would lock out the scraper of the component, since its operator chooses the ports of the metrics; `
      + 'give \'scraper\' with \'ports\', or set \'withoutScraper\' if its metrics need not be collected';
    expect(told(on(weblogic()), { scraper: GRAFANA })).toEqual([OWN]);
    expect(told(on(weblogic()), { scraper: { ...GRAFANA, ports: [8080] } })).toEqual([]);
    expect(told(on(weblogic()), OUT)).toEqual([]);
    emit.mockRestore();
  });

  const cache = () => new CoherenceWorkload({ template: { name: 'cache', spec: { coherence: { metrics: { enabled: true } } } } });

  test('warns that the members of a cluster do not reach each other', () => {
    const emit = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    try {
      expect(told(on(cache()), { allowFrom: [GRAFANA], ...OUT })).toEqual([]);
      expect(emit.mock.calls.map(([text]) => text)).toEqual([`${at}locked-out: 'allowFrom' does not let in the component itself: the pods of a Coherence `
        + 'call each other, and their operator calls them; add the binding of the component with \'allPorts\', and the pods of the operator']);
    } finally {
      emit.mockRestore();
    }
  });

  test('the members of a cluster are let in to all ports among themselves', () => {
    const emit = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const binding = on(cache());
    expect(policyOf(binding, { allowFrom: [{ component: binding, allPorts: true }], ...OUT }).spec.ingress).toEqual([
      { from: [{ namespaceSelector: inNamespace('ns'), podSelector: { matchLabels: SELECTOR } }] },
    ]);
    expect(emit.mock.calls).toEqual([]);
    emit.mockRestore();
  });
});

describe('on Kubernetes, by itself,', () => {
  test('the Prometheus is let in, to the ports of the metrics alone', () => {
    expect(policyOf(scrapedAt(onKubernetes(), 9000), { allowFrom: [GRAFANA] }).spec.ingress).toEqual([
      { from: [FROM_GRAFANA], ports: DECLARED }, { from: [PROMETHEUS], ports: tcp(9000) },
    ]);
  });

  test('it is let in that of kube-prometheus-stack', () => {
    const metrics = MonitoringProvider.kubePrometheusStack({ release: 'stack', namespace: 'observability' });
    expect(policyOf(scrapedAt(onKubernetes(serving(), { metrics }), 9000)).spec.ingress).toEqual([{
      from: [{
        namespaceSelector: inNamespace('observability'),
        podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus', 'operator.prometheus.io/name': 'stack-kube-prometheus-stac-prometheus' } },
      }],
      ports: tcp(9000),
    }]);
  });

  test('a MetricsTrait that is added later counts', () => {
    const binding = onKubernetes();
    new NetworkPolicyTrait(binding, 'policy');
    scrapedAt(binding, 9000, 5353);
    const [policy] = objectsOf(binding).filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policy.spec.ingress).toEqual([{ from: [PROMETHEUS], ports: tcp(9000, 5353) }]);
  });

  test.each<[string, object | undefined, number]>([['the first port that is HTTP', undefined, 8080], ['the port that it names', { port: 9000 }, 9000]])(
    'the ingress controller is let in to what it serves, %s', (_, destination, port) => {
      const binding = routed(scrapedAt(onKubernetes(serving(), KNOWN), 9000), destination);
      expect(policyOf(binding, { withoutScraper: true }).spec.ingress).toEqual([{ from: [FROM_CONTROLLER], ports: tcp(port) }]);
    });

  test('it is let in where the trait says', () => {
    const binding = routed(scrapedAt(onKubernetes(), 9000));
    const { ingress: rules } = policyOf(binding, { withoutScraper: true, ingressController: CONTROLLER }).spec;
    expect(rules).toEqual([{ from: [FROM_CONTROLLER], ports: tcp(8080) }]);
  });

  test('it is let in by the IngressTrait of another component that leads here, and not by its own that leads elsewhere', () => {
    const greet = onKubernetes(serving(), KNOWN);
    const other = beside(greet, 'other', serving('other'));
    for (const each of [greet, other]) new MetricsTrait(each, 'metrics', { enabled: false });
    routed(other, { host: 'greet', port: 5353 });
    new NetworkPolicyTrait(greet, 'policy');
    new NetworkPolicyTrait(other, 'policy');
    const policies = objectsOf(greet).filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policies.map(({ metadata, spec }) => [metadata.name, spec.ingress])).toEqual([['greet', [{ from: [FROM_CONTROLLER], ports: tcp(5353) }]], ['other', undefined]]);
  });

  test('fails when it is not known where the ingress controller runs', () => {
    const binding = routed(scrapedAt(onKubernetes(), 9000));
    expect(told(binding)).toEqual([`${at}locked-out: would lock out the ingress controller, which an IngressTrait leads to the component, `
      + 'since it is not known where its pods run; give \'ingressController\', or, on a KubernetesPlatform, \'namespace\' and \'podLabels\' of its IngressProvider']);
  });
});

describe('on an OAM platform', () => {
  const SCRAPER = `${at}locked-out: would lock out the scraper of the component, since it is not known where its pods run; `
    + 'give \'scraper\', or set \'withoutScraper\' if its metrics need not be collected';
  const CONTROLLER_OUT = /^\[c\/hello\/greet\/policy\] locked-out: would lock out the ingress controller, /;

  test('fails when it is not known where scraper and gateway run', () => {
    expect(told(routed(onOam()))).toEqual([SCRAPER, expect.stringMatching(CONTROLLER_OUT)]);
  });

  test('fails when the IngressTrait of another component leads here', () => {
    const binding = onOam();
    routed(beside(binding, 'other', serving('other')), { host: 'greet.ns.svc.cluster.local', port: 8080 });
    expect(told(binding, { withoutScraper: true })).toEqual([expect.stringMatching(CONTROLLER_OUT)]);
  });

  test('fails when the IngressTrait of another component leads to the Service of a DeploymentWorkload', () => {
    const binding = onOam(new DeploymentWorkload({ image: 'example/main:1', ports: [{ port: 8080 }], resources: { requests: { cpu: '1', memory: '1Gi' } } }));
    routed(beside(binding, 'other', serving('other')), { host: 'greet', port: 8080 });
    expect(told(binding, { withoutScraper: true })).toEqual([expect.stringMatching(CONTROLLER_OUT)]);
  });

  test('pods are selected by the selector of a Deployment', () => {
    const deployment = (app: string) => new CustomWorkload({
      manifest: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        spec: {
          selector: { matchLabels: { app } },
          template: { metadata: { labels: { app } }, spec: { containers: [{ name: 'main', image: 'example/main:1', ports: [{ containerPort: 8080 }] }] } },
        },
      },
    });
    const binding = onOam(deployment('greet'));
    const component = beside(binding, 'client', deployment('client'));
    expect(policyOf(binding, { allowFrom: [{ component }], withoutScraper: true }).spec).toEqual({
      podSelector: { matchLabels: { app: 'greet' } },
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ namespaceSelector: inNamespace('ns'), podSelector: { matchLabels: { app: 'client' } } }], ports: tcp(8080) }],
    });
  });
});
