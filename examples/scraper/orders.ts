import { Chart } from 'cdk8s';
import { ApplicationConfiguration, ComponentBinding, MetricsTrait, NetworkPolicyTrait } from 'cdk8s-oam';

/** The application, and its namespace. */
export const ORDERS = 'orders';

/** A service with metrics at a port of their own, and one that alone may call it. */
export function orders(chart: Chart): void {
  const application = new ApplicationConfiguration(chart, ORDERS);
  const add = (name: string): ComponentBinding => application.addDeployment(name, {
    image: `registry.example.com/orders/${name}:1.4.2`,
    ports: [{ name: 'http', port: 8080 }, { name: 'metrics', port: 9090 }],
    resources: { requests: { cpu: '100m', memory: '128Mi' } },
  });
  const [api, front] = [add('api'), add('front')];
  new MetricsTrait(api, 'metrics', { port: 9090, path: '/metrics' });
  // Prometheus is let in by itself; front, which has no trait, is scraped by default
  new NetworkPolicyTrait(api, 'callers', { allowFrom: [{ component: front, ports: [8080] }] });
}
