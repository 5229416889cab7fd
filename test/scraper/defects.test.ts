import { ApiObject, Duration } from 'cdk8s';
import { access, chartWithUser, ciphertext, CONTROLLERS, fromStore, kind, NAMESPACE, refusal, SERVICE } from './access';
import { IngressController, ScraperAccess, ScraperCredentials, ScraperPeer, ScraperTls } from '../../src';
import { ModelError } from '../../src/private/errors';
import { report } from '../private/models';
import { rendered } from '../support/app';
import { messageOf } from '../support/message';

// What is not as it should be yet: each test goes where it belongs, without `failing`, once its defect is gone.

const refused = (make: () => ScraperAccess | IngressController) => expect(make).toThrow(ModelError);
const existing = (options: any) => ({ credentials: ScraperCredentials.existingSecret(options) });

test.failing.each(['a@b', 'a+b'])('fails when the user is no key of a Secret, which HAProxy needs: %s', user => {
  refused(() => access('haproxy', {}, chartWithUser(user)));
});

test.failing('fails when the user is given with the password: it is not shown', () => {
  expect(messageOf(() => chartWithUser('admin:hunter2'))).not.toContain('hunter2');
});

test.failing.each([
  { namespace: NAMESPACE }, { namespace: null }, { clientSecretName: null },
])('fails when HAProxy has a Secret of its own, and a client none: %p', also => {
  refused(() => access('haproxy', existing({ name: 'a', ...also })));
});

test.failing.each([{ type: null }, { hash: null }])('null is as good as absent in what is told of a Secret: %p', also => {
  rendered(access('f5-nginx', existing({ name: 'a', ...also })));
});

test.failing('fails when the interval is no whole number of seconds: as a finding', () => {
  refused(() => access('traefik', { credentials: fromStore({ refreshInterval: Duration.millis(1500) }) }));
});

test.failing.each<[string, any]>([
  ['path', { path: null }], ['realm', { realm: null }], ['allowFrom', { allowFrom: null }],
  ['property', { credentials: fromStore({ property: null }) }], ['version', { credentials: fromStore({ version: null }) }],
  ['encryptedData.username', { credentials: ScraperCredentials.sealedSecret({ encryptedData: { password: ciphertext(), username: null as any } }) }],
])('null is as good as absent: %s', (_, props) => {
  expect(JSON.stringify(rendered(access('traefik', props)))).not.toContain('null');
});

test.failing('null is as good as absent: portName beside a port', () => {
  rendered(access('envoy-gateway', { service: { ...SERVICE, portName: null } }));
});

test.failing('null is as good as absent: the namespace of a Gateway', () => {
  const controller = CONTROLLERS['envoy-gateway']({ gatewayClassName: undefined, gateway: { name: 'a', namespace: null, sectionName: 'b' } });
  const [{ spec }] = kind('HTTPRoute', access('envoy-gateway', { controller, tls: ScraperTls.atGateway() }));

  expect(spec.parentRefs[0]).not.toHaveProperty('namespace');
});

test.failing.each<any>(['hunter2', 32, []])('fails when the options of a generated password are %p', options => {
  refused(() => access('traefik', { credentials: ScraperCredentials.generatedPassword(options) }));
});

test.failing('fails when the name of a controller cannot become text: as a finding', () => {
  refused(() => IngressController.byName(Object.create(null), { className: 'a' }));
});

test.failing.each<[string, any]>([
  ['half of a surrogate pair', { path: '/\ud800' }], ['a control character', { path: '/\u007f' }], ['what looks like a number', { realm: '0o17' }],
  ['a label that looks like a number', { service: { ...SERVICE, podLabels: { app: '0o17' } } }],
])('fails when YAML cannot hold it: %s', (_, props) => {
  expect(refusal('traefik', props)).toContain('not-plain: ');
});

test.failing('fails when exceptions are not among the addresses, which Kubernetes refuses', () => {
  refused(() => access('traefik', { allowFrom: [ScraperPeer.addresses({ cidr: '10.0.0.0/16', except: ['192.168.0.0/24'] })] }));
});

test.failing('fails when an address has a zone, which Kubernetes refuses', () => {
  refused(() => access('traefik', { allowFrom: [ScraperPeer.addresses({ cidr: 'fe80::1%eth0/64' })] }));
});

test.failing('fails when Traefik would look for a user and a password in a Secret of the type that has them', () => {
  refused(() => access('traefik', existing({ name: 'a', type: 'kubernetes.io/basic-auth', keys: ['auth'], clientSecretName: 'b' })));
});

test.failing('fails when something that is put below an access replaces an object of the platform', () => {
  const own = access('traefik');
  new ApiObject(own, 'x', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'verrazzano', namespace: NAMESPACE } });

  expect(report(own.node.root as any)).toHaveLength(1);
});
