import { Chart } from 'cdk8s';
import { ApplicationConfiguration, Environment, IngressTrait } from 'cdk8s-oam';
import { Settings } from '../settings';

/** Declares the application {{name}} in an environment. */
export function {{addApplication}}(environment: Environment, { host, replicas }: Settings): Chart {
  const chart = new Chart(environment, '{{name}}', { namespace: '{{name}}' });
  const application = new ApplicationConfiguration(chart, '{{name}}');

  const web = application.addDeployment('web', {
    image: environment.image('{{image}}'),
{{command}}      // {{scraped}}
    ports: {{ports}},
    probes: { readiness: { tcpSocket: { port: {{port}} } } },
    resources: { requests: { cpu: '100m', memory: '128Mi' } },
    replicas,
  });
  new IngressTrait(web, 'ingress', { rules: [{ hosts: [host] }] });
  return chart;
}
