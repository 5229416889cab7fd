import { GATEWAY, gatewayApi } from './gateway-api-support';
import { kubernetesChart } from './support';
import { TlsCertificate } from '../../../src';
import { messageOf } from '../../support/message';

describe('the properties of the provider fail when', () => {
  test.each<[string, any, string]>([
    ['the Gateway is missing', { gateway: undefined }, 'missing-field: \'ingress.gateway\' is required'],
    ['the implementation is unknown', { implementation: 'envoy' }, 'invalid-value: \'ingress.implementation\' must be one of envoy-gateway, istio, nginx-gateway-fabric, traefik, other, got "envoy"'],
    ['a listener is named that the Gateway does not have', { sectionNames: ['https', 'inner'] }, 'invalid-value: \'ingress.sectionNames[1]\' must be one of https, apex, http, got "inner"; choose one, or describe it'],
    ['no listener is named', { sectionNames: [] }, 'missing-field: \'ingress.sectionNames\' must have at least 1 listener'],
    ['listeners are named beside ListenerSets', { gateway: { ...GATEWAY, apiVersion: '1.6' }, sectionNames: ['https'], listenerSets: TlsCertificate.clusterIssuer('a') }, 'invalid-value: \'ingress.sectionNames\' must not be set: with \'listenerSets\', routes are attached to the listeners of ListenerSets; leave one of the two out'],
    ['ListenerSets need a newer version', { listenerSets: TlsCertificate.clusterIssuer('a') }, 'newer-gateway-api: \'ingress.listenerSets\' needs Gateway API 1.5, and the cluster has 1.2; set \'apiVersion\' of the Gateway to what the cluster has, or leave the field out'],
    ['ListenerSets have the name of a certificate', { gateway: { ...GATEWAY, apiVersion: '1.6' }, listenerSets: 'x' }, 'invalid-value: \'ingress.listenerSets\' must be a TlsCertificate that is issued, or a Secret: a ListenerSet has its own certificates; use TlsCertificate.clusterIssuer(), issuer() or secret(), or leave it out'],
    ['ListenerSets have no certificate', { gateway: { ...GATEWAY, apiVersion: '1.6' }, listenerSets: TlsCertificate.insecureNone() }, 'invalid-value: \'ingress.listenerSets\' must be a TlsCertificate that is issued, or a Secret: a ListenerSet has its own certificates; use TlsCertificate.clusterIssuer(), issuer() or secret(), or leave it out'],
    ['the Secret of ListenerSets is named', { gateway: { ...GATEWAY, apiVersion: '1.6' }, listenerSets: TlsCertificate.clusterIssuer('a', { secretName: 'b' }) }, 'invalid-value: \'ingress.listenerSets.secretName\' must not be set with several certificates; leave it out'],
  ])('%s', (_, more, message) => {
    expect(messageOf(() => kubernetesChart({ ingress: gatewayApi(more) }))).toBe(`[KubernetesPlatform] ${message}`);
  });
});
