import { App, Chart } from 'cdk8s';
import { IngressController, OamPlatform, Platform, Scraper, ScraperAccess, ScraperCredentials, TlsCertificate } from '../../../src';
import { INGRESS_CONTROLLERS } from '../../../src/cluster/routes/controllers';
import { ControllerName } from '../../../src/targets/ingress/ingress-controller';
import type { TypedManifest } from '../../../src/base/oam-kind';
import { ObjectIndex } from '../../../src/cluster/objects/object-index';
import { ingressGuard } from '../../../src/targets/scraper/protection';
import { Manifests } from '../../../src/testing';
import { wordsOf } from '../../cluster/routes/support';

/** What an access of a controller renders. */
function accessOf(name: ControllerName): TypedManifest[] {
  const app = new App();
  const systemScraper = Scraper.of('monitoring', 'prometheus');
  Platform.install(app, new OamPlatform({ vendor: 'acme', systemNamespace: 'monitoring', systemScraper, scraperUser: 'metrics' }));
  new ScraperAccess(new Chart(app, 'scraper'), 'prometheus', {
    host: 'prometheus.example.com',
    service: { name: 'prometheus', port: 9090 },
    controller: IngressController.byName(name, { className: 'public' }),
    credentials: ScraperCredentials.insecurePlaintext({ password: 'a-long-password-of-a-test' }),
    tls: TlsCertificate.secret('tls'),
    insecureWithoutNetworkPolicy: true,
  });
  return Manifests.ofApp(app).all();
}

const ingressIn = (objects: readonly TypedManifest[]) => objects.find(({ kind }) => kind === 'Ingress')!;
const asksOf = (objects: readonly TypedManifest[], name?: ControllerName) => ingressGuard(new ObjectIndex(objects), name)(ingressIn(objects), 'public').asks;

/** An Ingress with these annotations, in place of that of the objects. */
const withAnnotations = (objects: readonly TypedManifest[], change: (annotations: Record<string, string>) => object) => objects.map(each => each.kind !== 'Ingress' ? each
  : {
    ...each,
    metadata: { ...each.metadata as object, annotations: change(each.metadata!.annotations as unknown as Record<string, string>) },
  } as unknown as TypedManifest);

describe.each(INGRESS_CONTROLLERS)('%s', name => {
  const objects = accessOf(name);

  test('asks for a password by what is rendered for it, and no other controller does', () => {
    expect(asksOf(objects, name)).toEqual(expect.any(String));
    expect(asksOf(objects)).toBe(asksOf(objects, name));
    for (const other of INGRESS_CONTROLLERS.filter(each => each !== name)) expect(asksOf(objects, other)).toBeUndefined();
  });

  test('asks for none without the annotations, or with those of no Secret', () => {
    expect(asksOf(withAnnotations(objects, () => ({})), name)).toBeUndefined();
    const emptied = (annotations: Record<string, string>) => Object.fromEntries(Object.keys(annotations).map(key => [key, '']));
    expect(asksOf(withAnnotations(objects, emptied), name)).toBeUndefined();
  });
});

test.each<[ControllerName, string]>([['kong', 'KongPlugin'], ['traefik', 'Middleware']])('%s asks for none where its %s is missing', (name, kind) => {
  expect(asksOf(accessOf(name).filter(each => each.kind !== kind), name)).toBeUndefined();
});

test('kong takes a plugin of the cluster, and none that is disabled or of another namespace', () => {
  const objects = accessOf('kong');
  const changed = (change: (plugin: TypedManifest) => object) =>
    objects.map(each => each.kind === 'KongPlugin' ? { ...each, ...change(each) } as TypedManifest : each);
  expect(asksOf(changed(() => ({ kind: 'KongClusterPlugin' })))).toBe('Kong Ingress Controller');
  expect(asksOf(changed(() => ({ disabled: true })))).toBeUndefined();
  expect(asksOf(changed(({ metadata }) => ({ metadata: { ...metadata as object, namespace: 'other' } })))).toBeUndefined();
});

test('traefik takes names of both forms', () => {
  const named = (name: string) => withAnnotations(accessOf('traefik'), annotations => ({ ...annotations, 'traefik.ingress.kubernetes.io/router.middlewares': `x@file, ${name}@kubernetescrd` }));
  expect(['monitoring-prometheus', 'monitoring_prometheus', 'prometheus'].map(name => asksOf(named(name)))).toEqual(['Traefik', 'Traefik', undefined]);
});

test('fails when a controller is not asked, is not known, or may be passed by', () => {
  const objects = accessOf('ingress-nginx');
  const said = (own: readonly TypedManifest[], name?: ControllerName) => ingressGuard(new ObjectIndex(own), name)(ingressIn(own), 'public').findings.map(wordsOf);
  const ofClass = [...objects, { apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', metadata: { name: 'public' }, spec: { controller: 'example.com/own' } } as unknown as TypedManifest];
  expect(said(objects)).toEqual([]);
  expect(said(withAnnotations(objects, () => ({})))).toEqual(["unguarded-route: 'metadata.annotations' ask for no password"]);
  expect(said(objects, 'kong')).toEqual(["unguarded-route: 'metadata.annotations' ask for no password that Kong Ingress Controller would read"]);
  expect(said(ofClass)).toEqual(["unguarded-route: 'metadata.annotations' ask for no password, as far as is known of controller \"example.com/own\""]);
  expect(said(ofClass, 'ingress-nginx')).toEqual([]);
  const [at] = ['nginx.ingress.kubernetes.io/canary'];
  expect(said(withAnnotations(objects, own => ({ ...own, [at]: 'true' })))).toEqual([`unguarded-route: 'metadata.annotations['${at}']' may let requests in without a password`]);
});
