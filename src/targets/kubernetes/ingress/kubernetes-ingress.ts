import { COOKIE_BY_SERVICE, StickyService, cookieAnnotations } from './cookies';
import type { IngressParts } from './ingress-provider';
import {
  cookieClaims, IngressContext, literalClaim, namedSecret, PathChecks, pathsOfRule, PlainPath, routesIn, Rule,
  ruleHostFindings, rulesOfTrait, traitName,
} from './ingress-rules';
import { bad, FINE, found, ownWords, within } from '../../../base/findings/finding';
import { ControllerName, GATEWAY_CONTROLLERS, IngressController } from '../../ingress/ingress-controller';
import { certificateOfSeveral, issuerAnnotations, secretFor, TlsCertificate } from '../../ingress/tls-certificate';
import { MAX_NAME, shortenedName } from '../../../cluster/objects/names';
import { instanceOf } from '../../../base/brand';
import { asProps, closed, grouped } from '../../../base/check';
import { annotations } from '../../../base/names';
import { snapshot } from '../../../base/plain';
import { INGRESS_CONTROLLERS, INGRESS_READINGS } from '../../../cluster/routes/controllers';
import { IngressPath } from '../../../model/traits/ingress-types';
import { exactHost, isUnresolvedPath, pathTypeOf } from '../../../base/addresses';
import { Claim, PlainObject, Rendered } from '../../../cluster/objects/rendered';

const certificate = certificateOfSeveral(from => from !== 'certificate' && from !== 'gateway' ? FINE
  : found('invalid-value', '', ownWords('must be a certificate for each Ingress',
    'use TlsCertificate.issuer() or secret(); certificate() and atGateway() are for a ScraperAccess')));

/** The controller of Ingresses. Rejects controllers of the Gateway API, which read HTTPRoutes alone. */
const controller = instanceOf(IngressController, 'controller', each => {
  const ofGateways = GATEWAY_CONTROLLERS.find(name => name === each._name);
  return !ofGateways ? each._check()
    : found('invalid-value', '', { reason: 'gateway-controller', controller: ofGateways });
});

const CHECK = closed({ controller, tls: certificate, domain: exactHost, annotations }, ['controller', 'tls']);

/** Renders Ingresses of Kubernetes itself. */
export function kubernetesIngress(props: KubernetesIngressProps): IngressParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  return {
    check: () => CHECK(taken, ''),
    routesOf: routesIn(given.domain, literalClaim),
    render: context => renderIngresses(context, given),
    pods: () => {
      const { namespace, podLabels } = given.controller._props;
      return namespace == null || podLabels == null ? undefined : { namespace, podLabels };
    },
    serving: () => {
      const { _name, _props: { className } } = given.controller;
      const type = { apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass' };
      return INGRESS_CONTROLLERS.filter(name => name === _name).map(name =>
        ({ ...type, metadata: { name: className }, spec: { controller: INGRESS_READINGS[name].controller } }));
    },
  };
}

/** Renders an IngressTrait as one Ingress or, if an annotation sets one cookie for a whole Ingress, one for each. */
function renderIngresses(context: IngressContext, props: KubernetesIngressProps): Rendered {
  const { binding: { application } } = context;
  const controllerName = props.controller._name;
  const rules = rulesOfTrait(context, props.domain);
  // a cookie belongs to an Ingress as a whole
  const groups = COOKIE_BY_SERVICE.includes(controllerName) ? [rules]
    : [...grouped(rules, ({ cookie }) => [JSON.stringify(cookie ?? null)]).values()];
  const rendered = groups.map((group, position) => ingressFor(context, props, group, position));
  return {
    objects: rendered.map(({ object }) => object),
    findings: [
      ...rules.flatMap(rule => [
        ...within(['rules', rule.index], [
          ...ruleHostFindings(rule, props.domain, application),
          ...(rule.given.paths ?? []).flatMap((path, i) =>
            within(['paths', i], Object.values(INGRESS_PATH).flatMap(check => check(path, controllerName)))),
        ]),
        ...rule.backend.findings,
      ]),
      ...rendered.flatMap(({ findings }) => findings),
    ],
    claims: [
      ...cookieClaims(rules, application, 'port'),
      // F5 NGINX serves one Ingress for a host, the oldest
      ...controllerName !== 'f5-nginx' ? [] : rendered.flatMap(({ object: { metadata, spec } }) =>
        spec.rules.map(({ host }: { readonly host: string }): Claim => ({
          key: `host ${host}`,
          value: `${metadata.namespace} ${metadata.name}`,
          field: ['rules'],
          clash: given => found('duplicate-route', 'rules', { reason: 'f5-nginx', host, ...given }),
        }))),
    ],
  };
}

/** The Ingress for the rules with one cookie, or without any. */
function ingressFor(context: IngressContext, props: KubernetesIngressProps, rules: readonly Rule[], position: number) {
  const { binding, trait, trait: { fields: { metadata } } } = context;
  const [{ index }] = rules;
  const base = traitName(context);
  const name = position === 0 ? base : shortenedName(`${base}-rule-${index}`, MAX_NAME);
  const cookies = rules.flatMap(({ cookie, backend: { service }, index: i }): StickyService[] =>
    cookie ? [{ ...cookie, service, field: ['rules', i, 'destination', 'httpCookie'] }] : []);
  const sticky = cookieAnnotations(cookies, props.controller._name);
  const ofTrait = namedSecret(trait);
  const secretName = ofTrait ?? secretFor(props.tls, name);
  const notes: Record<string, string> = {
    ...props.annotations,
    ...ofTrait === undefined ? issuerAnnotations(props.tls) : {},
    ...sticky.annotations,
    ...metadata?.annotations,
  };
  const { namespace } = binding.application;
  const hosts = [...new Set(rules.flatMap(rule => rule.hosts))];
  const object: PlainObject = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { ...metadata, name, namespace, ...Object.keys(notes).length > 0 ? { annotations: notes } : {} },
    spec: {
      ingressClassName: props.controller._props.className,
      ...secretName === undefined ? {} : { tls: [{ hosts, secretName }] },
      rules: hosts.map(host => ({
        host,
        http: {
          paths: rules.filter(rule => rule.hosts.includes(host)).flatMap(rule => {
            const { service: serviceName, port: number } = rule.backend;
            const backend = { service: { name: serviceName, port: { number } } };
            return pathsOfRule(rule).map(({ path, pathType }) => ({ path, pathType, backend }));
          }),
        },
      })),
    },
  };
  return { object, findings: sticky.findings };
}

/** The characters that some ingress controllers compare encoded, and others decoded. */
const ODD = /[^A-Za-z0-9/_.~!$&()*+,:=@-]/;
/** The characters that ingress-nginx does not accept in a path by default. */
const ODD_FOR_NGINX = /[^A-Za-z0-9/_.-]/;
const isRegexPath = ({ pathType }: Pick<IngressPath, 'pathType'>) => pathTypeOf(pathType) === 'Regex';

/** Reports values of a path's fields that no Ingress expresses, or that the API server or the controller rejects. */
const INGRESS_PATH: PathChecks<[given: PlainPath, controller: ControllerName | undefined]> = {
  pathType: given => !isRegexPath(given) ? FINE : found('not-expressible', 'pathType', ownWords(
    'cannot be Regex: an Ingress knows exact paths and prefixes only',
    'use Prefix, or write an HTTPRoute as a further trait')),
  authorizationPolicy: given => given.authorizationPolicy == null ? FINE
    : found('not-expressible', 'authorizationPolicy', ownWords(
      'cannot be expressed: an Ingress does not ask who sends a request',
      "let the application ask, or write Istio's AuthorizationPolicy as a further trait")),
  path: (given, name) => {
    const path = given.path?.trim();
    if (isRegexPath(given) || path == null) return FINE;
    if (isUnresolvedPath(path)) return bad('invalid-path', 'resolved-path', 'path', path);
    if (ODD.test(path)) {
      return bad('invalid-path', ownWords(
        'must have only characters that need no encoding: ingress controllers compare others in different ways',
        'use a prefix that ends before them'), 'path', path);
    }
    const isOdd = name === 'ingress-nginx' && ODD_FOR_NGINX.test(path);
    return isOdd ? bad('invalid-path', 'ingress-nginx-path', 'path', path) : FINE;
  },
};

/** How requests come into the cluster by `networking.k8s.io/v1` Ingresses. */
export interface KubernetesIngressProps {
  /**
   * The ingress controller and its IngressClass. It must be one that reads Ingresses. The session cookies of
   * ingress-nginx, HAProxy Ingress and F5 NGINX are written as annotations; with others a cookie is the error
   * `not-expressible`. A NetworkPolicyTrait lets the controller in by its `namespace` and `podLabels`.
   */
  readonly controller: IngressController;

  /**
   * Where the certificates come from. With `TlsCertificate.issuer()`, cert-manager writes one into the Secret
   * `<ingress>-tls` for each Ingress; an `ISSUER` is in the application's namespace. `secret()` names a Secret in each
   * application's namespace, for all hosts. `tls.secretName` of a trait takes precedence.
   */
  readonly tls: TlsCertificate;

  /**
   * The domain of generated hosts, `<app>.<namespace>.<domain>`; that of the OAM platform keeps its hosts.
   *
   * @default - a rule without a host is an error, `missing-field`
   */
  readonly domain?: string;

  /**
   * Annotations of every Ingress.
   *
   * @default - those of the certificate and the cookie
   */
  readonly annotations?: { [key: string]: string };
}
