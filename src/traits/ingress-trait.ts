import { specOf } from './checked-trait';
import { IngressRule, IngressTls } from './ingress-types';
import { DefinedTrait, OamTrait } from './oam-trait';
import { TraitOptions } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { bad, Check, Finding, FINE, found, within } from '../findings/finding';
import { joinPath } from '../findings/path';
import { Shown } from '../findings/shown';
import { Platform } from '../platform/platform';
import { eachOf, filled, hidden, isObject, list, listOf, object, text } from '../private/check';
import { isDuration } from '../private/durations';
import { objectName, secretName } from '../private/names';
import { host, isNamedHost, literalPath, port, regexPath } from '../private/network';
import { vendorTrait } from '../private/oam-kind';
import { pathType, pathTypeOf } from '../private/path-types';
import { choosePort, servicesOf } from '../workloads/service-ports';

/** Properties of an IngressTrait. */
export interface IngressTraitProps extends TraitOptions {
  /** Hosts, paths and destinations: at least one rule; `[{}]` leads all paths of the generated host to the workload. */
  readonly rules: IngressRule[];

  /**
   * The certificate. Every rule needs a host then.
   *
   * @default - the platform makes a certificate for the hosts of the trait
   */
  readonly tls?: IngressTls;
}

const policy = object({
  rules: list((rule, field) => [
    ...isObject(rule) && rule.from == null
      ? found('authorization-without-from', joinPath(field, 'from'))
      : FINE,
    ...isObject(rule) && isObject(rule.from) && rule.from.when != null
      ? found('unknown-field', joinPath(field, 'from.when'), { reason: 'when-below-from' })
      : FINE,
    ...object({
      from: object({ requestPrincipals: list(filled, { min: 1, what: 'principal' }) }, ['requestPrincipals']),
      when: list(object({ key: filled, values: list(text, { min: 1, what: 'value' }) }, ['key', 'values'])),
    })(rule, field),
  ], { min: 1, what: 'rule' }),
}, ['rules']);

const fields = object({ pathType, authorizationPolicy: policy });

const path: Check = (value, field) => [
  ...isObject(value) && value.path != null ? within(joinPath(field, 'path'), (pathTypeOf(value.pathType) === 'Regex' ? regexPath : literalPath)(value.path, '')) : FINE,
  ...fields(value, field),
];

const seconds: Check = (value, field) =>
  Number.isSafeInteger(value) && value >= 0 ? FINE : bad('invalid-value', 'seconds', field, value);

const FIELDS = object({
  rules: list(object({
    hosts: list(host),
    paths: list(path),
    destination: object({ host: objectName, port, httpCookie: object({ name: filled, path: literalPath, ttl: seconds }, ['name']) }),
  })),
  tls: hidden(object({ secretName }, ['secretName'])),
});

/** The check of an IngressTrait's spec. */
const ingressTraitSpec: Check = (spec, field) => [...FIELDS(spec, field), ...rules(spec?.rules), ...tls(spec)];

function rules(given: any): Finding[] {
  return given == null || (Array.isArray(given) && given.length === 0)
    ? found('ingress-without-rules', 'rules')
    : FINE;
}

function tls(spec: any): Finding[] {
  if (!isObject(spec?.tls) || spec.tls.secretName == null || !Array.isArray(spec.rules)) return FINE;
  return spec.rules.flatMap((rule: any, i: number) => Array.isArray(rule?.hosts) && rule.hosts.some(isNamedHost)
    ? FINE
    : found('tls-without-host', ['rules', i, 'hosts']));
}

/** Whether the platform finds the Service of a component, and one port of it for each rule. Without an OAM platform it is known at synthesis. */
function destinationFindings(scope: ComponentBinding, spec: any): Finding[] {
  const { _workload: workload, component: { componentName } } = scope;
  const services = workload && Platform.of(scope)._makesObjects ? servicesOf(workload) : undefined;
  if (!services) return FINE;
  if (services.length === 0) {
    return found('service-not-found', '', { reason: 'made-by-none', component: componentName, kind: workload!.kind });
  }
  // a Service without ports is told of where it is declared
  const [service] = services.filter(({ ports }) => ports.length > 0);
  return !service ? FINE : listOf(spec?.rules).flatMap((rule, i) =>
    rule?.destination?.host == null ? choosePort(service, rule?.destination?.port, ['rules', i, 'destination']).findings : FINE);
}

/** Types of paths are written in their own case, a cookie's lifetime in seconds. */
function ruleFields(given: IngressRule): Record<string, any> {
  const paths = isObject(given) && eachOf(given.paths, each => pathTypeOf(each?.pathType) ? { ...each, pathType: pathTypeOf(each.pathType) } : each);
  const rule = paths ? { ...given, paths } : given;
  const ttl = rule?.destination?.httpCookie?.ttl;
  if (!isDuration(ttl)) return rule;
  return { ...rule, destination: { ...rule.destination, httpCookie: { ...rule.destination!.httpCookie, ttl: ttl.toSeconds({ integral: false }) } } };
}

/** The controller reads types of paths in any case; its documentation has one. */
function misspeltPathTypes(spec: any): Finding[] {
  return listOf(spec?.rules).flatMap((rule, i) => listOf(rule?.paths).flatMap((each, j) => {
    const meant = pathTypeOf(each?.pathType);
    return meant === undefined || meant === each.pathType ? FINE : found('invalid-value', ['spec', 'rules', i, 'paths', j, 'pathType'],
      { reason: 'other-case', value: Shown.of(each.pathType), meaning: meant });
  }));
}

export const INGRESS_TRAIT: OamTrait = {
  name: 'IngressTrait',
  kind: vendorTrait('IngressTrait'),
  fields: ['rules', 'tls'],
  check: () => ingressTraitSpec,
  suits: destinationFindings,
  misread: misspeltPathTypes,
};

/** Requests from outside reach a component: `oam.<vendor>.io/v1alpha1` IngressTrait. */
export class IngressTrait extends DefinedTrait {
  /** Checks the properties and adds the trait to the component. */
  public constructor(scope: ComponentBinding, id: string, props: IngressTraitProps) {
    const spec = { ...specOf(props), rules: eachOf(props?.rules, ruleFields) };
    super(INGRESS_TRAIT, scope, id, props, { fields: { metadata: props?.metadata, spec } });
  }
}
