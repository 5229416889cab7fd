import { Chart } from 'cdk8s';
import {
  ApplicationConfiguration, Component, ComponentBinding, ContainerizedWorkload, ContainerProtocol,
  IngressPathType, IngressProvider, IngressTrait, MetricsTrait,
  NetworkPeer, NetworkPolicyTrait, NetworkPolicyTraitProps, TlsCertificate, WebLogicDomainVersion, WebLogicWorkload, Workload,
} from '../../../src';
import { bindOn, findingsOf, kubernetesChart, objectsOf } from '../../targets/kubernetes/support';
import { bind, newChart } from '../../support/app';

export const LABELS = { app: 'shop' };
export const SELECTOR = { 'app.oam.dev/name': 'hello', 'app.oam.dev/component': 'greet' };
export const GRAFANA: NetworkPeer = { namespace: 'grafana', podLabels: { app: 'grafana' } };
export const CONTROLLER: NetworkPeer = { namespace: 'ingress', podLabels: { app: 'controller' } };

export const inNamespace = (name: string) => ({ matchLabels: { 'kubernetes.io/metadata.name': name } });
export const tcp = (...ports: (number | string)[]) => ports.map(port => ({ port, protocol: 'TCP' }));
export const PROMETHEUS = {
  namespaceSelector: inNamespace('monitoring'),
  podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus', 'operator.prometheus.io/name': 'k8s' } },
};
export const FROM_GRAFANA = { namespaceSelector: inNamespace('grafana'), podSelector: { matchLabels: { app: 'grafana' } } };
export const FROM_CONTROLLER = { namespaceSelector: inNamespace('ingress'), podSelector: { matchLabels: { app: 'controller' } } };

/** One that serves at 8080, over both protocols at 5353, and its metrics at 9000. */
export const serving = (name = 'greet') => new ContainerizedWorkload({
  name,
  containers: [{
    name: 'main',
    image: 'example/main:1',
    ports: [
      { name: 'http', containerPort: 8080 }, { name: 'dns', containerPort: 5353 }, { name: 'dnsudp', containerPort: 5353, protocol: ContainerProtocol.UDP },
      { name: 'metrics', containerPort: 9000 },
    ],
  }],
});
export const DECLARED = [...tcp(8080, 5353), { port: 5353, protocol: 'UDP' }, ...tcp(9000)];

export const weblogic = () => new WebLogicWorkload({
  domainVersion: WebLogicDomainVersion.V9,
  template: { name: 'shop', spec: { domainUID: 'shop', webLogicCredentialsSecret: { name: 'login' } } },
});

export const scrapedAt = (binding: ComponentBinding, ...ports: number[]) => {
  new MetricsTrait(binding, 'metrics', { ports: ports.map(port => ({ port })) });
  return binding;
};
export const routed = (binding: ComponentBinding, destination?: object) => {
  new IngressTrait(binding, 'ingress', { rules: [{ hosts: ['shop.example.com'], paths: [{ path: '/', pathType: IngressPathType.PREFIX }], destination }] });
  return binding;
};

export const ingress = (pods: object) => IngressProvider.other({
  className: 'nginx', ...pods, tls: TlsCertificate.clusterIssuer('letsencrypt'), domain: 'example.com',
});
export const KNOWN = { ingress: ingress({ namespace: 'ingress', podLabels: { app: 'controller' } }) };

export const onKubernetes = (workload: Workload = serving(), props = {}) => bindOn(kubernetesChart(props), workload);
export const onOam = (workload: Workload = serving()) => bind(workload, {}, newChart());

/** Another component of the application of a binding. */
export function beside(binding: ComponentBinding, id: string, workload: Workload): ComponentBinding {
  const application = binding.application as ApplicationConfiguration;
  return application.addComponent(new Component(application.node.scope as Chart, id, { workload }));
}

export function policyOf(binding: ComponentBinding, props?: any): any {
  new NetworkPolicyTrait(binding, 'policy', props);
  const found = objectsOf(binding).map(each => each.spec?.workload ?? each).filter(({ kind }) => kind === 'NetworkPolicy');
  expect(found).toHaveLength(1);
  return found[0];
}

export const told = (binding: ComponentBinding, props?: NetworkPolicyTraitProps) => {
  new NetworkPolicyTrait(binding, 'policy', props);
  return findingsOf(binding);
};
export const at = '[c/hello/greet/policy] ';
