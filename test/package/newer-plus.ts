/** The versions of cdk8s-plus that a program may use beside cdk8s-plus-27, as the registry has them. */
export const NEWER_PLUS: Readonly<Record<string, string>> = {
  28: '2.5.6', 29: '2.6.0', 30: '2.4.10', 31: '2.6.43', 32: '2.5.92', 33: '2.5.57', 34: '2.0.54',
};

/** In front of a line that compiles with the types of cdk8s-plus-27 alone. */
const TYPES = '// @ts-expect-error the types are those of another version';

/**
 * A program that gives this library everything of a cdk8s-plus that it takes, and the other way round. Where the types are those of
 * cdk8s-plus-27, it says that they do not fit: the compiler rejects the program if they do.
 */
export function plusProgram(version: string): string {
  const otherTypes = version === '27' ? '' : `${TYPES}\n`;
  return `
import { ApiObject, App, Chart } from 'cdk8s';
import * as plus from 'cdk8s-plus-${version}';
import {
  ApplicationConfiguration, Component, DeploymentWorkload, IngressProvider, IngressTrait, KubernetesPlatform, KubernetesWorkload,
  MetricsTrait, MonitoringProvider, NetworkPolicyTrait, Platform, TlsCertificate,
} from 'cdk8s-oam';

const app = new App({ outdir: 'plus-${version}' });
Platform.install(app, new KubernetesPlatform({
  metrics: MonitoringProvider.kubePrometheusStack({ release: 'kps', namespace: 'monitoring' }),
  ingress: IngressProvider.traefik({ tls: TlsCertificate.insecureNone(), namespace: 'traefik', podLabels: { app: 'traefik' } }),
}));
const chart = new Chart(app, 'shop', { namespace: 'shop' });
const shop = new ApplicationConfiguration(chart, 'shop');

const front = new plus.Deployment(chart, 'front', { containers: [{ image: 'example/front:1', ports: [{ name: 'metrics', number: 9090 }] }] });
front.exposeViaService({ ports: [{ port: 80, targetPort: 9090 }] });
const component = shop.addComponent(new Component(chart, 'front-component', { workload: KubernetesWorkload.fromApiObject(ApiObject.of(front)) }));
new MetricsTrait(component, 'metrics', { port: 9090 });
new IngressTrait(component, 'ingress', { rules: [{ hosts: ['shop.example.com'] }] });

const labels = { app: 'mail' };
const containers: plus.k8s.Container[] = [{
  name: 'main', image: 'example/mail:1', ports: [{ containerPort: 8080 }], livenessProbe: { httpGet: { port: plus.k8s.IntOrString.fromNumber(8080) } },
}];
const mail: plus.k8s.KubeDeploymentProps = { spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } } };
shop.addComponent(new Component(chart, 'mail', { workload: KubernetesWorkload.deployment(mail) }));

const tolerations: plus.k8s.Toleration[] = [{ key: 'spot', operator: 'Exists' }];
const cart = shop.addComponent(new Component(chart, 'cart', {
  workload: new DeploymentWorkload({
    image: 'example/cart:1', ports: [{ name: 'http', port: 8080 }], resources: { requests: { cpu: '1', memory: '1Gi' } },
    podSpec: { terminationGracePeriodSeconds: 60, tolerations },
  }),
}));
new plus.Namespace(chart, 'namespace', { metadata: { name: 'other' } });
${otherTypes}new NetworkPolicyTrait(cart, 'network', { allowFrom: [{ peer: front }] });
${otherTypes}new plus.NetworkPolicy(chart, 'policy', { selector: cart.podSelector });
${otherTypes}front.connections.allowTo(cart.podSelector);
app.synth();
`;
}
