import type { Duration } from 'cdk8s';
import {
  AuthorizationCondition, AuthorizationPolicy, AuthorizationRule, IngressCookie, IngressDestination,
  IngressPath, IngressPathType, IngressRule, IngressTls,
} from './ingress-types';
import { DefinedTrait, OamTrait, TraitOptions, traitRecord } from './trait';
import { ComponentBinding } from '../application/component-binding';
import {
  FILLED, FLAG, HOST, OBJECT_NAME, PORT, SECRET_NAME, TEXT, choice, instanceValue, integer, listType, record, string,
} from '../../base/definitions/type';
import { FINE, found, must, ownWords, within, joinPath } from '../../base/findings/finding';
import { Platform } from '../platform/platform';
import { isObject, listOf as elementsOf } from '../../base/check';
import { isDuration } from '../../base/durations';
import { vendorTrait } from '../../base/oam-kind';
import { companionServiceOf } from '../workloads/known-kinds';
import { choosePort, platformServicesOf } from '../../cluster/objects/oam-workloads';
import { isNamedHost, metricsPath, pathType, pathTypeOf, regexPath } from '../../base/addresses';
import { noObjects } from '../../cluster/objects/rendered';

/** Properties of an IngressTrait. */
export interface IngressTraitProps extends TraitOptions {
  /**
   * Hosts, paths and destinations: at least one rule. `[{}]` routes all paths of the generated host to the workload.
   */
  readonly rules: IngressRule[];

  /**
   * The certificate. Every rule needs a host then.
   *
   * @default - the platform creates a certificate for the hosts of the trait
   */
  readonly tls?: IngressTls;

  /**
   * Whether the hosts of the trait are served in plain text: the Ingress has neither `tls` nor the annotation of an
   * issuer, an HTTPRoute is attached to HTTP listeners only, and Istio's Gateway has an HTTP server for them. Everyone
   * on the way can read and change requests and answers, passwords included. On an OAM platform, which always creates a
   * certificate, it is the error `pruned-field`.
   *
   * @default false
   */
  readonly insecurePlainText?: boolean;
}

/** A rule of an authorization policy. The platform rejects one that names no principals. */
const RULE = record<AuthorizationRule>()({
  requestPrincipals: {
    type: listType(FILLED, 'Issuer and subject with a slash between them, or an asterisk.',
      { min: 1, what: 'principal' }),
    at: 'from.requestPrincipals',
    doc: 'Principals of the request\'s token. An asterisk stands for any.',
    required: 'by checks',
  },
  when: {
    type: listType(record<AuthorizationCondition>()({
      key: { type: FILLED, doc: 'Attribute, such as request.auth.claims[iss].', required: 'always' },
      values: {
        type: listType(TEXT, 'A value.', { min: 1, what: 'value', schema: { minItems: 1 } }),
        doc: 'Values that are let through.',
        required: 'always',
      },
    }), 'A request attribute and the values it may have.'),
    doc: 'Conditions that must all hold.',
  },
}, {
  schema: { required: ['from'] },
  around: {
    from: {
      doc: 'Origin of the request.',
      elsewhere: {
        when: at => found('unknown-field', at,
          ownWords("would be lost: conditions belong beside 'from', not in it", 'move it one level up')),
      },
    },
  },
});

/** The policy of a path: a request that meets one of its rules is let through. */
const POLICY = record<AuthorizationPolicy>()({
  rules: {
    type: listType(RULE, 'Who the request comes from and what else must hold.', { min: 1, what: 'rule' }),
    doc: 'A request that meets any of these is let through.',
    required: 'by checks',
  },
});

/** How a path is compared, in any case and with white space around it, as the platform accepts it. */
const PATH_TYPE = choice('IngressPathType', IngressPathType, {
  check: pathType,
  // what an OAM platform knows: it reads any other type as exact
  schema: { pattern: '^\\s*([Ee][Xx][Aa][Cc][Tt]|[Pp][Rr][Ee][Ff][Ii][Xx]|[Rr][Ee][Gg][Ee][Xx])?\\s*$' },
  // path types are written in their documented case
  written: given => pathTypeOf(given) ?? given,
});

/** The types of a path that may be a regular expression. */
const EXPRESSIONS: readonly unknown[] = ['Regex', 'ImplementationSpecific'];

const ANY_PATH = { pattern: '^/\\S*$' };

/** A path of a rule, checked by the syntax of its type: a regular expression, or plain text. */
const PATH = record<IngressPath>()({
  path: {
    type: string(() => FINE, ANY_PATH), doc: 'Path of the request, beginning with a slash. Left out, it is the root.',
  },
  pathType: {
    type: PATH_TYPE,
    doc: 'How the path is compared - Exact, Prefix or Regex, in any case. Left out, the root is a prefix and any other '
      + 'path is exact.',
  },
  authorizationPolicy: {
    type: POLICY, doc: 'Who may request the path. One policy in a rule puts a policy on all paths of that rule.',
  },
}, {
  // the syntax of a path depends on its type
  rules: [(value, field) => isObject(value) && value.path != null
    ? within(joinPath(field, 'path'),
      (EXPRESSIONS.includes(pathTypeOf(value.pathType)) ? regexPath : metricsPath)(value.path, ''))
    : FINE],
});

const seconds = must(value => Number.isSafeInteger(value) && value >= 0, 'invalid-value', 'seconds');

/** A `Duration` in a program, an integer of seconds in a manifest. */
const SECONDS = instanceValue<Duration>(
  integer(seconds, { format: 'int64', minimum: 0 }), { module: 'cdk8s', name: 'Duration', factory: 'seconds' },
  given => isDuration(given) ? given.toSeconds({ integral: false }) : given,
);

/** The cookie that the gateway sets so that later requests of the client reach the same pod. */
const COOKIE = record<IngressCookie>()({
  name: { type: FILLED, doc: 'Name of the cookie.', required: 'by checks' },
  path: { type: string(metricsPath, ANY_PATH), doc: 'Path the cookie is for.' },
  ttl: { type: SECONDS, doc: 'Lifetime of the cookie in seconds.' },
});

/** The Service that answers; every part is optional, since the platform searches for one of the workload. */
const DESTINATION = record<IngressDestination>()({
  host: { type: OBJECT_NAME, doc: 'Service that answers, by its name or its full DNS name.' },
  port: { type: PORT, doc: 'Port of the service. Needed when several ports could be meant.' },
  httpCookie: { type: COOKIE, doc: 'Cookie that keeps a client on the same pod.' },
});

/** Requests from outside the cluster. An OAM platform creates gateway, routes and certificate from it. */
const INGRESS_TRAIT: OamTrait = {
  name: 'IngressTrait',
  kind: vendorTrait('IngressTrait'),
  definition: traitRecord<IngressTraitProps>({
    rules: {
      type: listType(record<IngressRule>()({
        hosts: {
          type: listType(HOST, 'DNS name in lower case. A wildcard may only be its first label; an asterisk alone, or '
            + 'nothing, counts as absent.'),
          doc: 'Hosts of the rule. Without a usable one, a host name is made from application and namespace.',
        },
        paths: {
          type: listType(PATH, 'A path and who may request it.'),
          doc: 'Paths of the rule. Without any, the rule takes every path.',
        },
        destination: {
          type: DESTINATION, doc: 'Where the requests go. Left out, a service of the workload is looked for.',
        },
      }), 'Some paths on some hosts, and the service that answers them.'),
      doc: 'Which requests go where.',
      required: 'by types',
    },
    tls: {
      type: record<IngressTls>()({
        secretName: {
          type: SECRET_NAME,
          doc: 'Secret with the certificate, in the namespace of the ingress gateway. Every rule then needs a host.',
          required: 'by checks',
        },
      }),
      doc: 'Certificate of the hosts. Left out, one is issued.',
    },
    insecurePlainText: { type: FLAG, on: 'kubernetes' },
  }, {
    doc: 'Makes a workload reachable from outside the cluster, over HTTPS.',
    spec: {
      doc: 'Hosts, paths and their destinations.',
      rules: [
        spec => spec?.rules != null && !(Array.isArray(spec.rules) && spec.rules.length === 0) ? FINE
          : found('missing-field', 'rules',
            ownWords('must have at least one rule', 'write [{}] for all paths on the generated host')),
        spec => spec?.tls == null || spec.insecurePlainText !== true ? FINE
          : found('invalid-value', 'insecurePlainText', { reason: 'not-with', other: "'tls'" }),
        spec => spec?.tls?.secretName == null ? FINE : elementsOf(spec.rules).flatMap((rule, i) =>
          elementsOf(rule?.hosts).some(isNamedHost) ? FINE : found('missing-field', ['rules', i, 'hosts'], ownWords(
            "must have at least one host, since 'tls.secretName' is given (hosts with a wildcard and empty ones "
              + 'count as none)', 'name the hosts that the certificate holds'))),
      ],
    },
  }),
  suits: (scope, spec) => {
    // an OAM platform must find the Service, and one port of it for each rule; without it, this is known only at
    // synthesis
    const { _workload: workload, component: { componentName, _model: component } } = scope;
    if (!workload || !Platform.of(scope)._makesObjects) return FINE;
    const own = companionServiceOf(component?.workload);
    const services = own ? [own] : platformServicesOf(workload);
    if (!services) return FINE;
    if (services.length === 0) {
      const reason = component?.workload.companions ? 'without-service' : 'made-by-none';
      return found('service-not-found', '', { reason, component: componentName, kind: workload.kind });
    }
    // a Service without ports is reported at its declaration
    const service = services.find(({ ports }) => ports.length > 0);
    return !service ? FINE : elementsOf(spec.rules).flatMap((rule, i) => rule?.destination?.host != null ? FINE
      : choosePort(service, rule?.destination?.port, ['rules', i, 'destination'], own === undefined).findings);
  },
  render: ({ ingress }) => ingress?.() ?? noObjects(found('no-ingress-provider', '')),
};

/** Routes requests from outside the cluster to a component: `oam.<vendor>.io/v1alpha1` IngressTrait. */
export class IngressTrait extends DefinedTrait {
  /** @internal */
  public static readonly _definition = INGRESS_TRAIT;

  /** Adds the trait to the component. @throws ModelError if a property is invalid, or the component cannot have it */
  public constructor(scope: ComponentBinding, id: string, props: IngressTraitProps) {
    super(INGRESS_TRAIT, scope, id, props);
  }
}
