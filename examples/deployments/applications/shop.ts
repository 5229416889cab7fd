import { Chart } from 'cdk8s';
import { ApplicationConfiguration, DisruptionBudgetTrait, Environment, IngressTrait } from 'cdk8s-oam';
import { Settings } from '../settings';

/** Declares the application shop in an environment. */
export function addShop(environment: Environment, { host, replicas }: Settings): Chart {
  const chart = new Chart(environment, 'shop', { namespace: 'shop' });
  const application = new ApplicationConfiguration(chart, 'shop');

  const web = application.addDeployment('web', {
    image: environment.image('ghcr.io/stefanprodan/podinfo'),
    command: ['./podinfo', '--port=8080', '--port-metrics=9090'],
    securityContext: { runAsUser: 1000 },
    // the port called metrics is scraped
    ports: [{ name: 'http', port: 8080, servicePort: 80 }, { name: 'metrics', port: 9090 }],
    probes: { readiness: { tcpSocket: { port: 8080 } } },
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '128Mi' } },
    replicas,
  });
  new IngressTrait(web, 'ingress', { rules: [{ hosts: [host] }] });
  // a single pod would never be evicted
  if (replicas > 1) new DisruptionBudgetTrait(web, 'budget', { maxUnavailable: 1 });
  return chart;
}
