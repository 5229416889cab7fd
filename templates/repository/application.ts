import { Chart } from 'cdk8s';
import { {{traits}} } from 'cdk8s-oam';
import { Settings } from '../settings';

/** Declares the application {{name}} in an environment. */
export function {{addApplication}}(environment: Environment, { {{parameters}} }: Settings): Chart {
  const chart = new Chart(environment, '{{name}}', { namespace: '{{name}}' });
  const application = new ApplicationConfiguration(chart, '{{name}}');

  const {{component}} = application.addDeployment('{{component}}', {
    image: environment.image('{{image}}'),
    // begin sample
    command: [{{command}}],
    securityContext: { runAsUser: 1000 },
    // end sample
    // begin metrics
    // {{scraped}}
    // end metrics
    // begin ports
    ports: [{{ports}}],
    probes: { readiness: { tcpSocket: { port: {{probed}} } } },
    // end ports
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '128Mi' } },
    replicas,
  });
  // begin requests
  new IngressTrait({{component}}, 'ingress', { rules: [{ hosts: [host] }] });
  // end requests
  // a single pod would never be evicted
  if (replicas > 1) new DisruptionBudgetTrait({{component}}, 'budget', { maxUnavailable: 1 });
  return chart;
}
