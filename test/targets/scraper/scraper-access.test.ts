import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import {
  access, chartWithUser, ciphertext, CONTROLLERS, fromStore, HOST, kind, NAMES, NAMESPACE, PEERS, PODS, propsOf, USER,
} from './access';
import { IngressController, OamPlatform, Platform, Scraper, ScraperAccess, ScraperCredentials, TlsCertificate } from '../../../src';
import { chartOf, foreign, newApp, report } from '../../base/models';
import { newChart, rendered } from '../../support/app';
import { messageOf } from '../../support/message';

describe('what an access tells those who ask the scraper', () => {
  const told = ({ namespace, ingressName, httpRouteName, secretName, passwordKey, user, host }: any) =>
    ({ namespace, ingressName, httpRouteName, secretName, passwordKey, user, host });
  const COMMON = { namespace: NAMESPACE, secretName: 'prometheus-credentials', passwordKey: 'password', user: USER, host: HOST };

  test.each(NAMES)('%s', name => {
    const names = name.includes('gateway') ? { httpRouteName: 'prometheus' } : { ingressName: 'prometheus' };

    expect(told(access(name))).toEqual({ ...COMMON, ingressName: undefined, httpRouteName: undefined, ...names });
  });

  test('a name of its own, and a Secret that is there', () => {
    const credentials = ScraperCredentials.existingSecret({ name: 'mine' });
    const own = access('kong', { metadata: { name: 'queries' }, credentials });

    expect(told(own)).toEqual({ ...COMMON, ingressName: 'queries', httpRouteName: undefined, secretName: 'mine' });
  });

  test('the Secret of the client, where the controller has one of its own', () => {
    const credentials = ScraperCredentials.existingSecret({ name: 'users', clientSecretName: 'client' });

    expect(access('haproxy').secretName).toBe('prometheus-credentials');
    expect(access('haproxy', { credentials }).secretName).toBe('client');
  });
});

test('all lies in the system namespace of the platform, whatever the namespace of the chart, with the user of the platform', () => {
  const own = access('haproxy', { tls: TlsCertificate.clusterIssuer('ca', { rendersCertificate: true }) }, chartWithUser('admin'));

  expect(own).toMatchObject({ namespace: 'acme-system', user: 'admin' });
  expect(rendered(own).map(o => o.metadata.namespace)).toEqual(Array(5).fill('acme-system'));
});

test('is the same when it is rendered again, and when it is made again', () => {
  const first = access('kong');

  expect(rendered(first)).toEqual(rendered(first));
  expect(rendered(access('kong'))).toEqual(rendered(first));
});

test('keeps no part of what it was given', () => {
  const service = { name: 'a', port: 1, podLabels: { app: 'a' } };
  const props = { ...propsOf('traefik'), service, metadata: { annotations: { a: 'b' }, labels: { a: 'b' } } };
  const own = new ScraperAccess(newChart(), 'prometheus', props);
  const before = JSON.stringify(rendered(own));
  Object.assign(props, { host: 'x', path: '/x' });
  Object.assign(props.service, { name: 'x', port: 2 });
  Object.assign(props.service.podLabels, { x: 'x' });
  Object.assign(props.metadata.annotations, { x: 'x' });
  Object.assign(props.metadata.labels, { x: 'x' });

  expect(JSON.stringify(rendered(own))).toBe(before);
});

describe('a later change of what was given changes nothing', () => {
  test('the properties, with the list of peers', () => {
    const props: any = { ...propsOf('traefik'), realm: 'a', allowFrom: [] };
    const own = new ScraperAccess(newChart(), 'prometheus', props);
    const before = rendered(own);
    props.allowFrom.push(PEERS[0]);
    Object.assign(props, { realm: 'b', credentials: undefined, tls: TlsCertificate.insecureNone(), controller: CONTROLLERS.kong() });

    expect(rendered(own)).toEqual(before);
  });

  const { existingSecret, externalSecret, generatedPassword, insecurePlaintext } = ScraperCredentials;
  const secret = { name: 'vault' };

  test.each<[string, any, any, (given: any) => any]>([
    ['a controller', { className: 'a', ...PODS, entryPoint: 'a' }, { className: 'b', namespace: 'b', podLabels: { b: 'b' }, entryPoint: 'b' },
      given => ({ controller: IngressController.traefik(given) })],
    ['a store', { store: secret, key: 'a' }, { key: 'b', property: 'b' }, given => ({ credentials: externalSecret(given) })],
    ['a generator', { length: 20 }, { length: 40 }, given => ({ credentials: generatedPassword(given) })],
    ['a password', { password: 'a' }, { password: 'b' }, given => ({ credentials: insecurePlaintext(given) })],
    ['a Secret', { name: 'a' }, { name: 'b', clientSecretName: 'b' }, given => ({ credentials: existingSecret(given) })],
  ])('%s', (_, given, later, make) => {
    const shared = { ...given };
    const props = make(shared);
    Object.assign(shared, later);

    expect(rendered(access('traefik', props))).toEqual(rendered(access('traefik', make(given))));
    expect(rendered(access('traefik', props))).not.toEqual(rendered(access('traefik', make({ ...given, ...later }))));
  });
});

test('null is as good as absent', () => {
  const service = { ...propsOf('kong').service, portName: null, targetPort: null, targetPortName: null };
  const metadata = { labels: null, annotations: null, name: null };
  const nulls = { path: null, realm: null, insecureWithoutNetworkPolicy: null, insecureReplacePlatformObjects: null };

  expect(rendered(access('kong', { ...nulls, service, metadata }))).toEqual(rendered(access('kong')));
});

test('the metadata that is given belongs to the object that leads to the scraper', () => {
  const metadata = { name: 'queries', namespace: NAMESPACE, labels: { team: 'metrics' }, annotations: { 'example.com/owner': 'metrics' } };
  const own = access('envoy-gateway', { metadata });

  expect(kind('HTTPRoute', own)[0].metadata).toEqual(metadata);
  expect(rendered(own).filter(o => o.metadata.labels ?? o.metadata.annotations)).toHaveLength(1);
});

describe('two accesses', () => {
  const RENAME = 'rename one of them, or put it into another namespace';
  const two = (first: any, second: any) => {
    const app = newApp();
    const chart = chartOf(app, 'a');
    new ScraperAccess(chart, 'one', { ...propsOf('f5-nginx'), ...first });
    new ScraperAccess(chart, 'two', { ...propsOf('f5-nginx'), ...second });
    return report(app);
  };

  test('pass on two hosts, and on two paths of one host', () => {
    expect(two({}, { host: 'other.example.com' })).toEqual([]);
    expect(two({ path: '/one' }, { path: '/two' })).toEqual([]);
  });

  test('fails when both have one host and path', () => {
    expect(two({}, { path: '/' })).toEqual([
      `[a/two] duplicate-route: 'host' claims path "/" on host ${HOST}, which 'host' of 'a/one' has claimed already; give each its own path or host`,
    ]);
  });

  test.each([['/a', '/a/'], ['/a/', '/a'], ['/a/b/', '/a/b']])('fails when one has a slash at the end of its path: %s and %s', (one, other) => {
    expect(two({ path: one }, { path: other })).toEqual([
      `[a/two] duplicate-route: 'host' claims path "${one.replace(/\/$/, '')}" on host ${HOST}, which 'host' of 'a/one' has claimed already; `
      + 'give each its own path or host',
    ]);
  });

  test('the path is rendered as it was given, its slash included', () => {
    expect(kind('Ingress', access('kong', { path: '/a/' }))[0].spec.rules[0].http.paths[0].path).toBe('/a/');
  });

  test('fails when both have one name', () => {
    const also = (what: string, id: string = '') =>
      `[a/two${id}] duplicate-object: ${what} in namespace "${NAMESPACE}" is also made by 'a/one${id}'; ${RENAME}`;

    expect(two({}, { host: 'other.example.com', metadata: { name: 'one' } }).sort()).toEqual([
      also('Ingress "one"'),
      also('Secret "one-credentials"'),
      also('ExternalSecret "one-credentials"', '/Credentials'),
      also('NetworkPolicy "one"', '/NetworkPolicy'),
    ].sort());
  });

  test('fails when a certificate for both is made twice; one that is there serves both', () => {
    const made = TlsCertificate.clusterIssuer('ca', { secretName: 'shared' });
    const other = { host: 'other.example.com' };

    expect(two({ tls: made }, { ...other, tls: made })).toEqual([
      `[a/two] duplicate-object: Secret "shared" in namespace "${NAMESPACE}" is also made by 'a/one'; ${RENAME}`,
    ]);
    expect(two({ tls: made }, { ...other, tls: TlsCertificate.secret('shared') })).toEqual([]);
  });

  test.each<[string, any, string]>([
    ['the operator of secrets', {}, 'prometheus-credentials'],
    ['the operator of secrets, for the controller', { controller: CONTROLLERS.haproxy() }, 'prometheus-basic-auth'],
    ['Sealed Secrets', { credentials: ScraperCredentials.sealedSecret({ encryptedData: { password: ciphertext() } }) }, 'prometheus-credentials'],
    ['cert-manager, by an annotation', { tls: TlsCertificate.clusterIssuer('ca') }, 'prometheus-tls'],
    ['cert-manager', { tls: TlsCertificate.clusterIssuer('ca', { rendersCertificate: true, secretName: 'own' }) }, 'own'],
  ])('fails when another library makes a Secret that %s writes', (_, props, name) => {
    const app = newApp();
    new ScraperAccess(chartOf(app, 'a'), 'prometheus', { ...propsOf('kong'), ...props });
    foreign(chartOf(app, 'b'), 'x', 'v1', 'Secret', { name, namespace: NAMESPACE });

    expect(report(app)).toEqual([`[a/prometheus] duplicate-object: Secret "${name}" in namespace "${NAMESPACE}" is also made by 'b/x'; ${RENAME}`]);
  });

  test('pass when another library makes a Secret that is only read', () => {
    const app = newApp();
    new ScraperAccess(chartOf(app, 'a'), 'prometheus', { ...propsOf('kong'), credentials: ScraperCredentials.existingSecret({ name: 'mine' }) });
    ['mine', 'prometheus-tls'].forEach((name, i) => foreign(chartOf(app, `b${i}`), 'x', 'v1', 'Secret', { name, namespace: NAMESPACE }));

    expect(report(app)).toEqual([]);
  });

  test('fails when another library makes an object of one name', () => {
    const app = newApp();
    new ScraperAccess(chartOf(app, 'a'), 'prometheus', propsOf('traefik'));
    foreign(chartOf(app, 'b'), 'x', 'networking.k8s.io/v1', 'Ingress', { name: 'prometheus', namespace: NAMESPACE });

    expect(report(app)).toEqual([
      `[b/x] duplicate-object: Ingress "prometheus" in namespace "${NAMESPACE}" is also made by 'a/prometheus'; ${RENAME}`,
    ]);
  });
});

describe('an object that the platform owns', () => {
  const WHY = 'belongs to the platform, which reconciles it: its operator would change it back, and all users could be locked out; '
    + 'use ScraperAccess.fromPlatform(), or another name; insecureReplacePlatformObjects renders it anyway';
  const replaced = (props: any = {}) => {
    const app = newApp();
    new ScraperAccess(chartOf(app, 'a'), 'vmi-system-prometheus', { ...propsOf('ingress-nginx'), ...props });
    return app;
  };

  test('fails when the Ingress would take the place of the platform\'s', () => {
    expect(messageOf(() => replaced()))
      .toBe(`[a/vmi-system-prometheus] platform-owned-object: Ingress "vmi-system-prometheus" in namespace "${NAMESPACE}" ${WHY}`);
  });

  test('fails when another of its objects would', () => {
    const ownedObjects = ['NetworkPolicy', 'Secret'].map(owned => ({ kind: owned, namespace: 'acme-system', name: 'prometheus' }));

    expect(messageOf(() => access('traefik', {}, chartWithUser('admin', { ownedObjects }))))
      .toBe(`[d/prometheus] platform-owned-object: NetworkPolicy "prometheus" in namespace "acme-system" ${WHY}`);
  });

  test.each<[string, any, string]>([
    ['cert-manager', { tls: TlsCertificate.clusterIssuer('ca', { rendersCertificate: true, secretName: 'owned' }) }, 'owned'],
    ['cert-manager, by an annotation', { tls: TlsCertificate.clusterIssuer('ca', { secretName: 'owned' }) }, 'owned'],
    ['the operator of secrets', { credentials: fromStore() }, 'prometheus-credentials'],
    ['the operator of secrets, for the controller', { controller: CONTROLLERS.haproxy() }, 'prometheus-basic-auth'],
    ['Sealed Secrets', { credentials: ScraperCredentials.sealedSecret({ encryptedData: { password: ciphertext() } }) }, 'prometheus-credentials'],
    ['the program itself', { credentials: ScraperCredentials.insecurePlaintext({ password: 'hunter2' }) }, 'prometheus-credentials'],
  ])('fails when %s would write a Secret that the platform owns', (_, props, name) => {
    const ownedObjects = [{ kind: 'Secret', namespace: 'acme-system', name }];

    expect(messageOf(() => access('traefik', props, chartWithUser('admin', { ownedObjects }))))
      .toBe(`[d/prometheus] platform-owned-object: Secret "${name}" in namespace "acme-system" ${WHY}`);
  });

  test('is read', () => {
    const props = { tls: TlsCertificate.secret('system-tls-prometheus'), credentials: ScraperCredentials.existingSecret({ name: 'verrazzano' }) };

    expect(report(access('kong', props).node.root as App)).toEqual([]);
  });

  test('is replaced when that is asked for by name, be it rendered or made by an operator', () => {
    const ownedObjects = [{ kind: 'Secret', namespace: 'acme-system', name: 'prometheus-credentials' }];
    const own = access('traefik', { insecureReplacePlatformObjects: true }, chartWithUser('admin', { ownedObjects }));

    expect(report(replaced({ insecureReplacePlatformObjects: true }))).toEqual([]);
    expect(report(own.node.root as App)).toEqual([]);
  });

  test.each<[string, (own: ScraperAccess) => Construct]>([
    ['something else', own => chartOf(own.node.root as App, 'b')],
    ['something below the access', own => own],
  ])('fails all the same when %s replaces it', (_, scopeOf) => {
    const app = newApp();
    const own = new ScraperAccess(chartOf(app, 'a'), 'prometheus', { ...propsOf('traefik'), insecureReplacePlatformObjects: true });
    const other = foreign(scopeOf(own), 'x', 'networking.k8s.io/v1', 'Ingress', { name: 'vmi-system-prometheus', namespace: NAMESPACE });

    expect(report(app)).toEqual([
      `[${other.node.path}] platform-owned-object: Ingress "vmi-system-prometheus" in namespace "${NAMESPACE}" `
      + 'belongs to the platform, which reconciles it; leave it to the platform, or give yours another name',
    ]);
  });
});

describe('the access of the platform', () => {
  const VERRAZZANO = {
    namespace: NAMESPACE, ingressName: 'vmi-system-prometheus', secretName: 'verrazzano', passwordKey: 'password', user: 'verrazzano',
  };

  test('is told and not rendered', () => {
    const chart = newChart();

    expect(ScraperAccess.fromPlatform(chart)).toEqual(VERRAZZANO);
    expect(rendered(chart)).toEqual([]);
  });

  test('of another platform', () => {
    const chart = chartWithUser('admin', { scraperAccess: { ingressName: 'metrics', secretName: 'metrics-admin' } });

    expect(ScraperAccess.fromPlatform(chart))
      .toEqual({ namespace: 'acme-system', ingressName: 'metrics', secretName: 'metrics-admin', passwordKey: 'password', user: 'admin' });
  });

  const NONE = '[d] no-scraper-access: the platform is not known to have its own user, ingress and secret for its scraper; '
    + "set 'scraperUser' and 'scraperAccess' on the platform, or render them by new ScraperAccess()";

  test('fails when it has no ingress and secret', () => {
    expect(messageOf(() => ScraperAccess.fromPlatform(chartWithUser('admin')))).toBe(NONE);
  });

  test('fails when it has no user', () => {
    const scraperAccess = { ingressName: 'metrics', secretName: 'metrics-admin' };

    expect(messageOf(() => ScraperAccess.fromPlatform(chartWithUser(undefined, { scraperAccess })))).toBe(NONE);
  });

  test('fails when there is no platform', () => {
    const chart = new Chart(newChart().node.root as Chart, 'other');

    expect(messageOf(() => ScraperAccess.fromPlatform(chart))).toBe(
      '[other] no-platform: has no platform; call Platform.install() with a KubernetesPlatform '
      + 'or an OamPlatform before the first construct that needs one');
  });
});

test('a platform cannot be changed once an access has found it', () => {
  const app = newApp();
  const chart = chartOf(app, 'a');
  new ScraperAccess(chart, 'prometheus', { ...propsOf('kong'), controller: CONTROLLERS.kong() });
  const other = new OamPlatform({ vendor: 'acme', systemNamespace: 'acme', systemScraper: Scraper.parse('acme/prometheus') });

  expect(messageOf(() => Platform.install(chart, other))).toBe(
    "[a] platform-already-installed: cannot change the platform of 'a/prometheus', which was made before; "
    + 'install one platform, before the first component of its scope');
});
