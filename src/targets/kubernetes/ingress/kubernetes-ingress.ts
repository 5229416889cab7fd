import { COOKIE_BY_SERVICE, StickyService, cookieAnnotations } from './cookies';
import {
  checkPaths, claimedPath, declaredPaths, IngressContext, IngressParts, Rule, namedSecret, HostsOf, cookieClaims,
  hostFindings, hostsIn, rulesOf,
} from './rule';
import { Finding, FINE, found, saying, within } from '../../../base/findings/finding';
import { GATEWAY_CONTROLLERS, IngressController } from '../../ingress/ingress-controller';
import { certificateOfSeveral, issuerAnnotations, secretFor, TlsCertificate } from '../../ingress/tls-certificate';
import { MAX_NAME, shortened } from '../../../cluster/objects/names';
import { Claim, PlainObject, Rendered } from '../../../cluster/objects/object-index';
import { ApplicationModel, LabelledPods } from '../../../model/platform/model';
import { instanceOf } from '../../../base/brand';
import { asProps, closed, grouped } from '../../../base/check';
import { annotations, exactHost } from '../../../base/names';
import { snapshot } from '../../../base/plain';
import { claimsOf } from '../../../cluster/routes/claims';
import { ingressControllerOf } from '../../../cluster/routes/ingress';

const certificate = certificateOfSeveral(from => from !== 'certificate' && from !== 'gateway' ? FINE
  : found('invalid-value', '', saying('must be a certificate for each Ingress',
    'use TlsCertificate.issuer() or secret(); certificate() and atGateway() are for a ScraperAccess')));

const controller = instanceOf(IngressController, 'controller', each => {
  const isOfGateways = GATEWAY_CONTROLLERS.some(name => name === each._name);
  return isOfGateways ? found('invalid-value', '', { reason: 'gateway-controller', controller: each._name! }) : each._check();
});

const CHECK = closed({ controller, tls: certificate, domain: exactHost, annotations }, ['controller', 'tls']);

/** Renders Ingresses of Kubernetes itself. */
export function kubernetesIngress(props: KubernetesIngressProps): IngressParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const hostsOf = hostsIn(given.domain ?? undefined);
  return {
    check: () => CHECK(taken, ''),
    routesOf: (spec, application) => claimsOf(spec, rule => hostsOf(rule?.hosts, application), claimedPath),
    render: context => ingresses(context, given, hostsOf),
    pods: () => podsOf(given.controller),
    serving: () => classesOf(given.controller),
  };
}

function podsOf({ _props: { namespace, podLabels } }: IngressController): LabelledPods | undefined {
  return namespace == null || podLabels == null ? undefined : { namespace, podLabels };
}

/** The class of a controller that interprets routes differently from what Kubernetes documents. */
function classesOf({ _name, _props: { className } }: IngressController): PlainObject[] {
  const name = _name === undefined ? undefined : ingressControllerOf(_name);
  return name === undefined ? [] : [{ ...INGRESS_CLASS, metadata: { name: className }, spec: { controller: name } }];
}

const INGRESS_CLASS = { apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass' } as const;

function ingresses(context: IngressContext, props: KubernetesIngressProps, hostsOf: HostsOf): Rendered {
  const { binding } = context;
  const rules = rulesOf(context, hostsOf);
  // a cookie belongs to an Ingress as a whole
  const groups = COOKIE_BY_SERVICE.includes(props.controller._name) ? [rules]
    : [...grouped(rules, ({ cookie }) => [JSON.stringify(cookie ?? null)]).values()];
  const rendered = groups.map((group, position) => ingress(context, props, group, position));
  return {
    objects: rendered.map(({ object }) => object),
    findings: [
      ...rules.flatMap(rule => ruleFindings(rule, props, binding.application)),
      ...rendered.flatMap(({ findings }) => findings),
    ],
    claims: [
      ...cookieClaims(rules, binding.application, 'port'),
      ...props.controller._name === 'f5-nginx' ? rendered.flatMap(({ object }) => hostClaims(object)) : [],
    ],
  };
}

/** The Ingress for the rules with one cookie, or without any. */
function ingress(context: IngressContext, props: KubernetesIngressProps, rules: readonly Rule[], position: number) {
  const { binding, trait } = context;
  const { metadata } = trait.fields;
  const [{ index }] = rules;
  const base = metadata?.name ?? binding.componentName;
  const name = position === 0 ? base : shortened(`${base}-rule-${index}`, MAX_NAME);
  const cookies = rules.flatMap(({ cookie, backend: { service }, index: i }): StickyService[] =>
    cookie ? [{ ...cookie, service, field: ['rules', i, 'destination', 'httpCookie'] }] : []);
  const sticky = cookieAnnotations(cookies, props.controller._name);
  const named = namedSecret(trait);
  const secretName = named ?? secretFor(props.tls, name);
  const notes: Record<string, string> = {
    ...props.annotations, ...named === undefined ? issuerAnnotations(props.tls) : {}, ...sticky.annotations, ...metadata?.annotations,
  };
  const hosts = [...new Set(rules.flatMap(rule => rule.hosts))];
  const object: PlainObject = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: {
      ...metadata, name, namespace: binding.application.namespace, ...Object.keys(notes).length > 0 ? { annotations: notes } : {},
    },
    spec: {
      ingressClassName: props.controller._props.className,
      ...secretName === undefined ? {} : { tls: [{ hosts, secretName }] },
      rules: hosts.map(host => ({ host, http: { paths: rules.filter(rule => rule.hosts.includes(host)).flatMap(backendsOf) } })),
    },
  };
  return { object, findings: sticky.findings };
}

function backendsOf({ given, backend: { service, port } }: Rule): object[] {
  const backend = { service: { name: service, port: { number: port } } };
  return declaredPaths(given).map(({ path, pathType }) => ({ path, pathType, backend }));
}

function ruleFindings(rule: Rule, props: KubernetesIngressProps, application: ApplicationModel): Finding[] {
  const own = [...hostFindings(rule, props.domain, application), ...checkPaths(rule.given, props.controller._name)];
  return [...within(['rules', rule.index], own), ...rule.backend.findings];
}

/** Claims hosts: F5 NGINX serves one Ingress for a host, the oldest. */
function hostClaims({ metadata, spec }: PlainObject): Claim[] {
  return spec.rules.map(({ host }: { readonly host: string }): Claim => ({
    key: `host ${host}`,
    value: `${metadata.namespace} ${metadata.name}`,
    field: ['rules'],
    clash: given => found('duplicate-route', 'rules', { reason: 'f5-nginx', host, ...given }),
  }));
}

/** How requests come into the cluster by `networking.k8s.io/v1` Ingresses. */
export interface KubernetesIngressProps {
  /**
   * The ingress controller and its IngressClass. It must be one that reads Ingresses. The session cookies of ingress-nginx, HAProxy Ingress
   * and F5 NGINX are written as annotations; with others a cookie is the error `not-expressible`. A NetworkPolicyTrait lets the
   * controller in by its `namespace` and `podLabels`.
   */
  readonly controller: IngressController;

  /**
   * Where the certificates come from. With `TlsCertificate.issuer()`, an annotation makes cert-manager write one into the Secret
   * `<ingress>-tls` for each Ingress; a kind `ISSUER` is in the application's namespace. `secret()` names a Secret in each application's
   * namespace, for all hosts. `tls.secretName` of a trait takes precedence.
   */
  readonly tls: TlsCertificate;

  /**
   * The domain of generated hosts, `<app>.<namespace>.<domain>`. Give the OAM platform's own domain to keep the hosts that it generated.
   *
   * @default - a rule without a host is an error, `missing-field`
   */
  readonly domain?: string;

  /**
   * Annotations of every Ingress.
   *
   * @default - none but those of the certificate and the cookie
   */
  readonly annotations?: { [key: string]: string };
}
