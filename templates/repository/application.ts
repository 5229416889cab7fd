import { Chart } from 'cdk8s';
import { ApplicationConfiguration, DisruptionBudgetTrait, Environment, IngressTrait } from 'cdk8s-oam';
import { Settings } from '../settings';

/** Declares the application {{name}} in an environment. */
export function {{addApplication}}(environment: Environment, { host, replicas }: Settings): Chart {
  const chart = new Chart(environment, '{{name}}', { namespace: '{{name}}' });
  const application = new ApplicationConfiguration(chart, '{{name}}');

  const web = application.addDeployment('web', {
    image: environment.image('{{image}}'),
{{sample}}    // {{scraped}}
    ports: {{ports}},
    probes: { readiness: { tcpSocket: { port: {{port}} } } },
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '128Mi' } },
    replicas,
  });
  new IngressTrait(web, 'ingress', { rules: [{ hosts: [host] }] });
  // a single pod would never be evicted
  if (replicas > 1) new DisruptionBudgetTrait(web, 'budget', { maxUnavailable: 1 });
  return chart;
}
