import { TlsCertificate } from '../../../src';
import { access, ControllerName, HOST, kind, refusal, SUBJECT } from '../access';
import { USE_TLS } from '../texts';

describe.each<[ControllerName, string]>([
  ['ingress-nginx', 'nginx'], ['traefik', 'traefik'], ['haproxy', 'haproxy'], ['f5-nginx', 'nginx'], ['haproxy-ingress', 'haproxy'], ['kong', 'kong'],
])('%s', (name, className) => {
  const ingress = (props?: any) => kind('Ingress', access(name, props))[0];

  test('one Ingress of its class, with the host in its first rule', () => {
    const backend = { service: { name: 'prometheus-operated', port: { number: 9090 } } };

    expect(kind('Ingress', access(name))).toHaveLength(1);
    expect(ingress().spec).toEqual({
      ingressClassName: className,
      tls: [{ hosts: [HOST], secretName: 'prometheus-tls' }],
      rules: [{ host: HOST, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
    });
  });

  test('the Service\'s port by its name', () => {
    const { backend } = ingress({ service: { name: 'a', portName: 'web', targetPort: 9090, podLabels: { a: 'b' } } }).spec.rules[0].http.paths[0];

    expect(backend).toEqual({ service: { name: 'a', port: { name: 'web' } } });
  });

  test('fails when it is told that a Gateway has the certificate', () => {
    expect(refusal(name, { tls: TlsCertificate.atGateway() })).toBe(
      `${SUBJECT} invalid-value: 'tls' must not be TlsCertificate.atGateway(): an Ingress terminates TLS itself; ${USE_TLS}`);
  });
});
