import { ApiObject, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { bad, Check, Finding, FINE, found, joinPath } from '../../base/findings/finding';
import { Platform } from '../platform/platform';
import { asProps, isObject, only, asObject, isFilled } from '../../base/check';
import { throwFindings } from '../../base/brand';
import { ordered, plain } from '../../base/plain';
import { Registry, findingsAt } from '../../base/registry';
import { removedVersion } from '../../base/kind-of';

/** Properties of a CustomObject. */
export interface CustomObjectProps {
  /** The whole object: `apiVersion`, `kind`, and whatever else it has. */
  readonly manifest: { [key: string]: any };
}

/**
 * An API object of any kind, written as it is, including nulls, empty objects and unknown fields. Neither a name nor
 * the namespace and labels of the chart are added.
 *
 * Only its type is checked. Later changes of its `metadata` are not written: change the manifest, or call
 * `addJsonPatch()`. Two objects of one kind, namespace and name are an error, and so is an object that the platform
 * owns. On a KubernetesPlatform, an API version from which Kubernetes has removed the kind is an error too
 * (`unserved-version`).
 */
export class CustomObject extends ApiObject {
  private readonly manifest: CustomObjectProps['manifest'];
  private readonly operations: JsonPatch[] = [];

  /**
   * Checks that the manifest is plain data with a type, and keeps a copy of it.
   *
   * @throws ModelError if the manifest has no apiVersion or kind, or cannot be written as YAML
   */
  public constructor(scope: Construct, id: string, props: CustomObjectProps) {
    const findings: Finding[] = [...only('manifest')(props, '')];
    const manifest = plain(asProps(props).manifest, 'manifest', findings);
    const { apiVersion, kind, metadata } = asProps(manifest);
    const { name, namespace } = asObject(metadata);
    // others refer to the object by these fields
    const known = { ...isFilled(name) && { name }, ...isFilled(namespace) && { namespace } };
    super(scope, id, {
      apiVersion: isVersion(apiVersion) ? apiVersion : '',
      kind: typeof kind === 'string' ? kind : '',
      metadata: known,
    });
    // cdk8s assigns every object the namespace of its chart
    if (known.namespace === undefined) Object.assign(this.metadata, { namespace: undefined });
    throwFindings(this, findings.length > 0 ? findings : objectType(manifest, 'manifest'));
    this.manifest = manifest;
    const registry = Registry.of(this);
    registry.add(this);
    const platform = Platform.tryOf(this);
    // the cluster of an OAM platform may be old enough to serve a removed version
    const isRead = platform === undefined || platform._makesObjects;
    const unserved = isRead ? FINE : [...removedVersion(this), ...platform._isUnreadObject(this)
      ? found('standalone-oam-object', '', { reason: 'custom-object', kind: this.kind, version: this.apiVersion })
      : FINE];
    if (unserved.length === 0) return;
    registry.register({ construct: this, facts: () => ({ findings: findingsAt(this, '', unserved) }) });
  }

  public addJsonPatch(...ops: JsonPatch[]): void { this.operations.push(...ops); }

  public toJson(): any {
    Registry.of(this).rendered(this);
    const { apiVersion, kind, metadata, ...fields } = ordered(this.manifest, !process.env.CDK8S_DISABLE_SORT);
    const json = { apiVersion, kind, ...metadata !== undefined && { metadata }, ...fields };
    return this.operations.length === 0 ? json : JsonPatch.apply(json, ...this.operations);
  }
}

/** Checks that a manifest has the type that every Kubernetes object has and that cdk8s needs. */
export const objectType: Check = (value, field) => {
  if (!isObject(value)) return bad('invalid-type', 'kubernetes-object', field, value);
  const missing = ['apiVersion', 'kind'].filter(name => !isFilled(value[name]));
  if (missing.length > 0) {
    return missing.flatMap(name => found('missing-field', joinPath(field, [name]), { reason: 'required' }));
  }
  return isVersion(value.apiVersion) ? FINE
    : bad('invalid-value', 'api-version', joinPath(field, 'apiVersion'), value.apiVersion);
};

/** A group and a version, or a version alone: cdk8s accepts nothing else. */
function isVersion(value: unknown): value is string {
  return typeof value === 'string' && value.split('/').length <= 2;
}
