import { IngressController, ScraperCredentials } from '../../src';
import { PODS, refusal, SUBJECT } from '../scraper/access';
import { LEAVE_OUT, ONE_LABEL } from '../scraper/texts';
import { DNS_LABEL, LABEL_VALUE, SUBDOMAIN } from '../support/texts';

/** Those that read Ingress objects, with the fields that they have besides. */
const CONTROLLERS: [string, (props: any) => IngressController, string[]][] = [
  ['ingress-nginx', IngressController.ingressNginx, ['allowsCrossNamespaceSecrets']],
  ['Traefik', IngressController.traefik, ['entryPoint', 'safeNaming']],
  ['HAProxy', IngressController.haproxy, []],
  ['F5 NGINX', IngressController.f5Nginx, []],
  ['haproxy-ingress', IngressController.haproxyIngress, ['allowsCrossNamespaceSecrets', 'insecureOpenUntilSecretExists']],
  ['Kong', IngressController.kong, []],
];

/** With credentials that all of them take, and no policy, which needs some of their properties. */
function refusalOf(controller: IngressController): string {
  const credentials = ScraperCredentials.existingSecret({ name: 'users', clientSecretName: 'client' });
  return refusal('haproxy', { controller, credentials, insecureWithoutNetworkPolicy: true });
}

describe.each(CONTROLLERS)('%s', (_, make, fields) => {
  const known = ['namespace', 'podLabels', 'className', ...fields].join(', ');

  test.each<[string, any, string]>([
    ['nothing is given', undefined, "missing-field: 'controller.className' is required"],
    ['a class is given alone', 'public', "missing-field: 'controller.className' is required"],
    ['the class is missing', PODS, "missing-field: 'controller.className' is required"],
    ['the class is empty', { ...PODS, className: '' }, `invalid-name: 'controller.className' ${SUBDOMAIN}, got ""`],
    ['the class is a number', { ...PODS, className: 1 }, `invalid-name: 'controller.className' ${SUBDOMAIN}, got 1`],
    ['the namespace is none', { ...PODS, className: 'a', namespace: 'A' }, `invalid-namespace: 'controller.namespace' ${DNS_LABEL}, got "A"`],
    ['there are no labels', { ...PODS, className: 'a', podLabels: {} }, `missing-field: 'controller.podLabels' ${ONE_LABEL}`],
    ['a label is missing', { ...PODS, className: 'a', podLabels: { app: 'b', tier: undefined } },
      `invalid-label: 'controller.podLabels.tier' ${LABEL_VALUE}, got nothing`],
    ['a label is null', { ...PODS, className: 'a', podLabels: { app: null } },
      `invalid-label: 'controller.podLabels.app' ${LABEL_VALUE}, got null`],
    ['labels are a list', { ...PODS, className: 'a', podLabels: ['app'] }, "invalid-type: 'controller.podLabels' must be a map, got a list of 1"],
    ['the class is given as that of a Gateway', { ...PODS, className: 'a', gatewayClassName: 'b' },
      `unknown-field: 'controller.gatewayClassName' is an unknown field; expected one of ${known}; ${LEAVE_OUT}`],
  ])('fails when %s', (__, props, message) => {
    expect(refusalOf(make(props))).toBe(`${SUBJECT} ${message}`);
  });
});

test.each<[string, any]>([
  ['allowsCrossNamespaceSecrets', IngressController.ingressNginx],
  ['allowsCrossNamespaceSecrets', IngressController.haproxyIngress],
  ['insecureOpenUntilSecretExists', IngressController.haproxyIngress],
  ['safeNaming', IngressController.traefik],
])('fails when the flag %s is a text', (flag, make) => {
  expect(refusalOf(make({ ...PODS, className: 'a', [flag]: 'true' })))
    .toBe(`${SUBJECT} invalid-type: 'controller.${flag}' must be a boolean, got "true"`);
});

test('fails when the labels of the pods are of no use: once', () => {
  expect(refusal('kong', { controller: IngressController.kong({ className: 'kong', namespace: 'kong', podLabels: {} }) }))
    .toBe(`${SUBJECT} missing-field: 'controller.podLabels' ${ONE_LABEL}`);
});
