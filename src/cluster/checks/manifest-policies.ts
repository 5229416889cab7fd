import { PodSecurity, podSecurityFindings } from './pod-security';
import { requests } from './pods';
import { throwFindings } from '../../base/brand';
import { isFilled, isObject, listOf, oneOf, PlainFields } from '../../base/check';
import {
  bad, Finding, FINE, found, joinPath, Path, ownWords, Shown, showPath, within,
} from '../../base/findings/finding';
import { problemOf } from '../../base/findings/words';
import { fieldAt, isKind, kindOf } from '../../base/kind-of';

/** A violation of a policy by an object. */
export interface PolicyViolation {
  /**
   * What is wrong, and what to do: a sentence without a full stop at its end. It must not show a value that may be a
   * password.
   */
  readonly message: string;
  /** The field, with indexes: `spec.template.spec.containers[0].image`. @default - the object as a whole */
  readonly field?: string;
}

/**
 * A rule of an organisation about manifests, which is applied to every object: by a GitOpsApp before anything is
 * written, and by `Manifests.obeys()` in tests. Those of `ManifestPolicies` are ready to use.
 */
export interface IManifestPolicy {
  /** The name of the policy, which its violations show. */
  readonly name: string;
  /**
   * Returns the violations of an object; an empty list if there are none. It must not change the object. A policy that
   * throws, or returns anything else, fails the synthesis.
   *
   * @param object the object as it will be written, with `apiVersion`, `kind` and `metadata`
   */
  check(object: { [key: string]: any }): PolicyViolation[];
}

/** Policies that are ready to use. */
export class ManifestPolicies {
  /**
   * The pods of every object of Kubernetes' own kinds keep a Pod Security Standard, as in a namespace that enforces it.
   *
   * @param standard the standard
   * @throws ModelError if it is not a standard
   */
  public static podSecurity(standard: PodSecurity): IManifestPolicy {
    throwFindings('ManifestPolicies.podSecurity()', oneOf(PodSecurity)(standard, 'standard'));
    return policy(`pod-security-${standard}`, object => inPods(object, spec => podSecurityFindings(spec, standard)));
  }

  /** Every container requests CPU and memory, by which the scheduler places its pod. */
  public static containerRequests(): IManifestPolicy {
    return policy('container-requests', object => inContainers(object, ({ resources }, at) =>
      ['cpu', 'memory'].filter(name => !requests(resources, name)).flatMap(name =>
        found('missing-field', [...at, 'resources', 'requests', name], { reason: 'required' }))));
  }

  /** Every image has a tag other than `latest`, or a digest: the same manifest runs the same image tomorrow. */
  public static noLatestTag(): IManifestPolicy {
    return policy('no-latest-tag', object => inContainers(object, ({ image }, at) => {
      if (typeof image !== 'string' || image.includes('@')) return FINE;
      const [, tag = 'latest'] = image.slice(image.lastIndexOf('/') + 1).split(':');
      return tag === 'latest' ? bad('policy-violation', 'fixed-image', [...at, 'image'], image) : FINE;
    }));
  }

  /** Every Ingress has `tls`, and every host of its rules is named there, so that no request comes in plain text. */
  public static ingressTls(): IManifestPolicy {
    return policy('ingress-tls', object => {
      if (!isKind(object, 'networking.k8s.io/Ingress')) return FINE;
      const { spec } = object;
      const certificates = listOf(spec?.tls);
      if (certificates.length === 0) {
        return found('policy-violation', 'spec.tls', ownWords('must have an entry: requests would come in plain text',
          'give the hosts, and a Secret with their certificate'));
      }
      const covered = certificates.flatMap(each => listOf<unknown>(each?.hosts));
      return listOf(spec?.rules).flatMap((rule, i) => {
        const host: unknown = rule?.host;
        const isOpen = isFilled(host) && !covered.includes(host) && !covered.includes(host.replace(/^[^.]*/, '*'));
        return !isOpen ? FINE : found('policy-violation', ['spec', 'rules', i, 'host'],
          { reason: 'host-without-tls', value: Shown.of(host) });
      });
    });
  }

  private constructor() {}
}

/** A policy whose violations are findings, shown without their codes. */
function policy(name: string, findings: (object: PlainFields) => readonly Finding[]): IManifestPolicy {
  return {
    name, check: object => findings(object).map(each => ({ field: showPath(each.path), message: problemOf(each) })),
  };
}

/** Findings on the spec of an object's pods. */
function inPods(object: PlainFields, findings: (spec: PlainFields) => readonly Finding[]): Finding[] {
  const { pods } = kindOf(object);
  const spec: unknown = pods?.isPodSpec ? fieldAt(object, pods.spec) : undefined;
  return isObject(spec) ? within(pods!.spec, findings(spec)) : FINE;
}

/** Findings on each container of an object's pods. */
function inContainers(
  object: PlainFields, findings: (container: PlainFields, at: Path) => readonly Finding[],
): Finding[] {
  return inPods(object, spec => ['containers', 'initContainers'].flatMap(list =>
    listOf(spec[list]).flatMap((each, i) => isObject(each) ? findings(each, [list, i]) : FINE)));
}

/** Findings on a list of policies. */
export function policiesFindings(policies: unknown, field: string): Finding[] {
  if (policies === undefined) return FINE;
  if (!Array.isArray(policies)) return bad('invalid-type', 'list', field, policies);
  return policies.flatMap((each: unknown, i) => {
    const { name, check } = Object(each) as Partial<IManifestPolicy>;
    if (typeof name === 'string' && name !== '' && typeof check === 'function') return FINE;
    const what = ownWords('must be an IManifestPolicy, an object with name and check()',
      'use one of ManifestPolicies, or write { name, check }');
    return bad('invalid-type', what, joinPath(field, [i]), each);
  });
}

/** A copy that no policy can change, so that later policies and the files get the rendered object. */
function frozen(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(frozen));
  if (!isObject(value)) return value;
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, frozen(each)])));
}

/** The violations of policies by an object. A policy that throws is itself reported. */
export function againstPolicies(object: PlainFields, policies: readonly IManifestPolicy[]): Finding[] {
  const own = frozen(object) as PlainFields;
  return policies.flatMap(each => {
    const { name } = each;
    try {
      const violations: unknown = each.check(own);
      const isViolation = (value: unknown): value is PolicyViolation => {
        const { field, message } = Object(value) as Partial<PolicyViolation>;
        return isFilled(message) && (field == null || typeof field === 'string');
      };
      return Array.isArray(violations) && violations.every(isViolation)
        ? violations.flatMap(({ field, message }) =>
          found('policy-violation', field ?? '', { reason: 'violated', name, message }))
        : found('policy-violation', '', { reason: 'no-violations', name, value: Shown.typeOf(violations) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return found('policy-violation', '', { reason: 'failed', name, message });
    }
  });
}
