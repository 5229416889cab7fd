import { TlsCertificate } from '../../../src';
import { rendered } from '../../support/app';
import { access, chartWithUser, kind } from '../access';

const PLUGINS = { 'konghq.com/plugins': 'prometheus-basic-auth,prometheus-acl' };
const annotations = (props?: any) => kind('Ingress', access('kong', props))[0].metadata.annotations;
const metadata = (name: string) => ({ name, namespace: 'verrazzano-system' });

test('asks for the password, and serves nothing over plain HTTP', () => {
  expect(annotations()).toEqual({ ...PLUGINS, 'konghq.com/protocols': 'https', 'konghq.com/https-redirect-status-code': '308' });
});

test('asks for the password without TLS too, and redirects to nowhere', () => {
  expect(annotations({ tls: TlsCertificate.insecureNone() })).toEqual(PLUGINS);
});

test('lets in the consumer of this access, and none of the others', () => {
  const [basicAuth, acl, ...others] = kind('KongPlugin', access('kong', { realm: 'Metrics' }));

  expect(others).toEqual([]);
  expect(basicAuth).toMatchObject({
    metadata: metadata('prometheus-basic-auth'), plugin: 'basic-auth', config: { realm: 'Metrics', hide_credentials: true },
  });
  expect(acl).toMatchObject({
    metadata: metadata('prometheus-acl'), plugin: 'acl', config: { allow: ['verrazzano-system-prometheus'], hide_groups_header: true },
  });
});

test('the realm is written where it is given, since not every Kong knows it', () => {
  const configOf = (props: any) => kind('KongPlugin', access('kong', props))[0].config;

  expect(configOf({})).toEqual({ hide_credentials: true });
  expect(configOf({ realm: 'prometheus.example.com' })).toEqual({ realm: 'prometheus.example.com', hide_credentials: true });
});

test('the consumer has a password and a group', () => {
  const own = access('kong');
  const [consumer] = kind('KongConsumer', own);
  const [group] = kind('Secret', own);

  expect(consumer).toMatchObject({ username: 'verrazzano-system-prometheus', credentials: ['prometheus-credentials', 'prometheus-acl'] });
  expect(consumer.metadata).toEqual({ ...metadata('prometheus'), annotations: { 'kubernetes.io/ingress.class': 'kong' } });
  expect(group).toMatchObject({ metadata: metadata('prometheus-acl'), data: { group: Buffer.from('verrazzano-system-prometheus').toString('base64') } });
});

test('reads what a client reads, by a label', () => {
  const [{ spec: { target } }] = kind('ExternalSecret', access('kong'));

  expect(target.template.metadata).toEqual({ labels: { 'konghq.com/credential': 'basic-auth' } });
  expect(Object.keys(target.template.data)).toEqual(['password', 'username']);
});

test('plugins, consumer and group are there before the Ingress', () => {
  expect(rendered(access('kong')).map(o => o.kind))
    .toEqual(['NetworkPolicy', 'ExternalSecret', 'KongPlugin', 'KongPlugin', 'Secret', 'KongConsumer', 'Ingress']);
});

test('consumers of two platforms in one cluster do not meet', () => {
  expect(kind('KongConsumer', access('kong', {}, chartWithUser('verrazzano')))[0].username).toBe('acme-system-prometheus');
});
