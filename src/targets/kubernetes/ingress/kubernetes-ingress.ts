import { COOKIE_BY_SERVICE, StickyService, cookieAnnotations } from './cookies';
import type { IngressParts } from './ingress-provider';
import {
  certificateOf, cookieClaims, IngressContext, literalClaim, PathChecks, pathsOfRule, PlainPath, routesIn, Rule,
  ruleHostFindings, rulesOfTrait, traitName,
} from './ingress-rules';
import { bad, Check, FINE, found, ownWords, within } from '../../../base/findings/finding';
import {
  CHART_CLASSES, HaproxyIngressProps, IngressController, IngressControllerProps, ingressControllerFields, NginxProps,
  OtherControllerProps, TraefikProps,
} from '../../ingress/ingress-controller';
import { certificateOfSeveral, issuerAnnotations, secretFor, TlsCertificate } from '../../ingress/tls-certificate';
import { MAX_NAME, shortenedName } from '../../../cluster/objects/names';
import { asProps, closed, grouped } from '../../../base/check';
import { annotations } from '../../../base/names';
import { snapshot } from '../../../base/plain';
import { INGRESS_READINGS, IngressControllerName } from '../../../cluster/routes/controllers';
import { exactHost, isUnresolvedPath, pathTypeOf } from '../../../base/addresses';
import { Claim, PlainObject, Rendered } from '../../../cluster/objects/rendered';

const certificate = certificateOfSeveral(from => {
  if (from === 'certificate') {
    return found('invalid-value', 'rendersCertificate', { reason: 'not-with', other: 'Ingresses of IngressTraits' });
  }
  return from !== 'gateway' ? FINE : found('invalid-value', '', ownWords('must be a certificate for each Ingress',
    'use TlsCertificate.clusterIssuer(), issuer() or secret(); atGateway() is for a ScraperAccess'));
});

/** How Ingresses are rendered for a controller, which the library may not know. */
interface IngressClassModel extends KubernetesIngressProps {
  readonly controller?: IngressControllerName;
  readonly className: string;
}

/** Renders Ingresses of Kubernetes itself. Without the name of its controller, they have no annotations for it. */
export function kubernetesIngress(
  name: IngressControllerName | undefined, props: KubernetesIngressProps & IngressControllerProps,
): IngressParts {
  const taken = snapshot(props);
  const { tls, domain, annotations: own, ...ofController } = asProps(taken);
  const { namespace, podLabels } = ofController;
  const className = ofController.className ?? CHART_CLASSES[name!];
  const model: IngressClassModel = { tls, domain, annotations: own, className, controller: name };
  return {
    check: () => {
      const fields: Record<string, Check> = {
        ...ingressControllerFields(name), tls: certificate, domain: exactHost, annotations,
      };
      return closed(fields, name ? ['tls'] : ['tls', 'className'])(taken, '').flatMap(each =>
        each.code === 'missing-field' && each.path.join() === 'tls'
          ? found('missing-field', 'tls', { reason: 'required', way: 'certificate' }) : each);
    },
    routesOf: routesIn(domain, literalClaim),
    render: context => renderIngresses(context, model),
    pods: () => namespace == null || podLabels == null ? undefined : { namespace, podLabels },
    serving: () => !name ? [] : [{
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      metadata: { name: className },
      spec: { controller: INGRESS_READINGS[name].controller },
    }],
    controller: () => name && IngressController.byName(name, ofController),
  };
}

/** Renders an IngressTrait as one Ingress or, if an annotation sets one cookie for a whole Ingress, one for each. */
function renderIngresses(context: IngressContext, props: IngressClassModel): Rendered {
  const { binding: { application } } = context;
  const { controller: controllerName } = props;
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
function ingressFor(context: IngressContext, props: IngressClassModel, rules: readonly Rule[], position: number) {
  const { binding, trait, trait: { fields: { metadata } } } = context;
  const [{ index }] = rules;
  const base = traitName(context);
  const name = position === 0 ? base : shortenedName(`${base}-rule-${index}`, MAX_NAME);
  const cookies = rules.flatMap(({ cookie, backend: { service }, index: i }): StickyService[] =>
    cookie ? [{ ...cookie, service, field: ['rules', i, 'destination', 'httpCookie'] }] : []);
  const sticky = cookieAnnotations(cookies, props.controller);
  const ownCertificate = certificateOf(trait, props.tls);
  const secretName = secretFor(ownCertificate, name);
  const notes: Record<string, string> = {
    ...props.annotations,
    ...issuerAnnotations(ownCertificate),
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
      ingressClassName: props.className,
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

/** Reports values of a path's fields that no Ingress expresses, or that the API server or the controller rejects. */
const INGRESS_PATH: PathChecks<[given: PlainPath, controller: IngressControllerName | undefined]> = {
  pathType: ({ pathType }) => pathTypeOf(pathType) !== 'Regex' ? FINE : found('not-expressible', 'pathType', ownWords(
    'cannot be Regex: an Ingress knows exact paths and prefixes, and leaves others to its controller',
    'use Prefix, or ImplementationSpecific with the annotation by which the controller reads an expression')),
  authorizationPolicy: given => given.authorizationPolicy == null ? FINE
    : found('not-expressible', 'authorizationPolicy', ownWords(
      'cannot be expressed: an Ingress does not ask who sends a request',
      "let the application ask, or write Istio's AuthorizationPolicy as a further trait")),
  path: (given, name) => {
    const path = given.path?.trim();
    // a path that the controller itself interprets may have any characters
    if (path == null || ['Regex', 'ImplementationSpecific'].includes(pathTypeOf(given.pathType)!)) return FINE;
    if (isUnresolvedPath(path)) return bad('invalid-path', 'resolved-path', 'path', path);
    if (ODD.test(path)) {
      return bad('invalid-path', ownWords(
        'must have only characters that need no encoding: ingress controllers compare others in different ways',
        'use a prefix that ends before them, or IMPLEMENTATION_SPECIFIC for a pattern of the controller',
        'use a prefix that ends before them'), 'path', path);
    }
    const isOdd = name === 'ingress-nginx' && ODD_FOR_NGINX.test(path);
    return isOdd ? bad('invalid-path', 'ingress-nginx-path', 'path', path) : FINE;
  },
};

/** Properties of every IngressProvider of `networking.k8s.io/v1` Ingresses. */
export interface KubernetesIngressProps {
  /**
   * Where the certificates come from. With `TlsCertificate.clusterIssuer()` or `issuer()`, cert-manager writes one into
   * the Secret `<ingress>-tls` for each Ingress; an Issuer is in the application's namespace. `secret()` names a Secret
   * in each application's namespace, for all hosts. `tls.secretName` of a trait takes precedence.
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

/** Properties of an IngressProvider for HAProxy, F5 NGINX or Kong. */
export interface IngressProviderProps extends IngressControllerProps, KubernetesIngressProps {}

/** Properties of an IngressProvider for Traefik. */
export interface TraefikProviderProps extends TraefikProps, KubernetesIngressProps {}

/** Properties of an IngressProvider for ingress-nginx. */
export interface NginxProviderProps extends NginxProps, KubernetesIngressProps {}

/** Properties of an IngressProvider for haproxy-ingress. */
export interface HaproxyIngressProviderProps extends HaproxyIngressProps, KubernetesIngressProps {}

/** Properties of an IngressProvider for a controller that the library does not know. */
export interface OtherProviderProps extends OtherControllerProps, KubernetesIngressProps {}
