import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { PodSecurity } from '../../checks/pod-security';
import { Check, Finding, FINE, found, saying } from '../../findings/finding';
import { joinPath } from '../../findings/path';
import { Shown } from '../../findings/shown';
import type { Platform } from '../../platform/platform';
import { all, closed, flag, isObject, list, oneOf, unique } from '../../private/check';
import type { Identity } from '../../private/kinds/identity';
import { annotations, labels, namespaceName } from '../../private/names';
import type { TypedManifest } from '../../private/oam-kind';
import { Registry } from '../../private/registry';
import type { TreeFinding } from '../../private/tree';
import { speakerOf } from '../../private/members';
import type { RenderedChart, RenderedDocument } from '../rendering';

/** A namespace of an environment. */
export interface EnvironmentNamespace {
  /** The name of the namespace. */
  readonly name: string;

  /**
   * Whether the namespace is created elsewhere: no Namespace object is rendered for it.
   *
   * @default false
   */
  readonly existing?: boolean;

  /**
   * The Pod Security Standard that the API server enforces in the namespace, as the label `pod-security.kubernetes.io/enforce`.
   *
   * @default - that of the cluster
   */
  readonly podSecurity?: PodSecurity;

  /**
   * More labels of the Namespace object, or those that the existing one has. The platform of the environment gives it the labels that its
   * Prometheus selects namespaces by (`matchLabels` of `monitorNamespaceSelector`), and `istio-injection: enabled` where it is one of the
   * `mesh`; labels that are given here take precedence.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the Namespace object. Not with `existing`.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

const NAMESPACE = closed({
  name: namespaceName, existing: flag, podSecurity: oneOf(PodSecurity), labels, annotations,
}, ['name']);

/** Reports annotations of an existing namespace: unlike its labels, they are never used. */
const noEffect: Check = (value, field) => isObject(value) && value.existing && value.annotations !== undefined
  ? found('invalid-value', joinPath(field, 'annotations'), saying('has no effect on a namespace that somebody else makes',
    "leave it out, or leave out 'existing'"))
  : FINE;

/** The namespaces of an environment. */
export const namespacesCheck = all(list(all(NAMESPACE, noEffect)), unique(({ name }) => name, 'name'));

/** Creates the Namespace objects, in a separate chart. */
export function makeNamespaces(environment: IConstruct, namespaces: readonly EnvironmentNamespace[], platform: Platform | undefined): void {
  const objectOf = (each: EnvironmentNamespace) => {
    const { name, annotations: own } = each;
    return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: labelsOf(each, platform), annotations: own } };
  };
  const described = namespaces.map(objectOf) as object[] as TypedManifest[];
  Registry.of(environment).register({ construct: environment, facts: () => ({ serving: [{ described }] }), isBeforePlatform: true });
  const rendered = namespaces.filter(({ existing }) => !existing).map(objectOf);
  if (rendered.length === 0) return;
  const chart = new Chart(environment, 'namespaces');
  for (const object of rendered) new ApiObject(chart, object.metadata.name, object);
}

/** The namespaces that every cluster has. */
const OF_KUBERNETES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** The labels of a namespace: what its user states takes precedence over what the platform needs. */
function labelsOf({ name, podSecurity, labels: own }: EnvironmentNamespace, platform: Platform | undefined): Record<string, string> {
  const standard: Record<string, string> = podSecurity === undefined ? {} : { 'pod-security.kubernetes.io/enforce': podSecurity };
  return { ...platform?._labelsOfNamespace(name), ...standard, ...own };
}

/**
 * Reports objects in namespaces that an environment does not have.
 *
 * @param namespaces the namespaces that it names; without them, any namespace is allowed
 */
export function misplacedIn(charts: readonly RenderedChart[], namespaces: readonly EnvironmentNamespace[] | undefined): TreeFinding[] {
  if (!namespaces) return [];
  const documents = charts.flatMap(each => each.documents).filter(({ identity }) => identity !== undefined);
  const made = documents.filter(isNamespace).map(({ identity }) => String(identity!.name));
  const own = [...new Set([...namespaces.map(({ name }) => name), ...made])];
  const known = new Set<unknown>([...own, ...OF_KUBERNETES]);
  const others = documents.filter(({ identity }) => identity!.namespace !== undefined && !known.has(identity!.namespace));
  return others.map(document => ({ construct: speakerOf(document), finding: otherNamespace(own, document.identity!) }));
}

const isNamespace = ({ identity }: RenderedDocument) => identity!.group === '' && identity!.kind === 'Namespace';

function otherNamespace(allowed: readonly string[], { namespace }: Identity): Finding {
  return found('invalid-value', 'metadata.namespace', {
    reason: 'one-of', allowed, value: Shown.of(namespace), remedy: "name it in 'namespaces', with 'existing: true' if others make it",
  })[0];
}
