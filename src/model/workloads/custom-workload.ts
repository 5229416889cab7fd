import { CheckedWorkload, kubernetesFindings, WorkloadModel } from './workload';
import { FINE, Finding } from '../../base/findings/finding';
import { PlainFields, closed, asProps, isObject, list, object, only, asObject } from '../../base/check';
import { manifest as anyManifest, secretName } from '../../base/names';
import { fixedKind, ObjectType } from '../../base/oam-kind';
import { plain, readAs } from '../../base/plain';
import {
  DeclaredPort, MetricsDefaults, NamedObject, declaredPortsOf, objectsMadeFrom, metricsOf, metricsPortsOf,
} from '../../cluster/objects/oam-workloads';
import { metricsPath, port } from '../../base/addresses';

/** Properties of a CustomWorkload. */
export interface CustomWorkloadProps {
  /** The whole workload: `apiVersion`, `kind`, and whatever else it has. */
  readonly manifest: { [key: string]: any };

  /**
   * Where the workload is scraped when no MetricsTrait says otherwise.
   *
   * @default - what the platform does for the kind; a kind that it does not know is not scraped
   */
  readonly metricsDefaults?: MetricsDefaults;

  /** The ports that the workload's containers declare. @default - read from the manifest where its kind is known */
  readonly declaredPorts?: DeclaredPort[];
}

/** What a program says of a custom workload beside its manifest, from which it cannot be read. */
const OPTIONS = object({
  metricsDefaults: closed({ port, path: metricsPath, secret: secretName }, ['port', 'path']),
  declaredPorts: list(object({ port }, ['port'])),
});

/** A workload of any kind, carried whole: nothing in it is dropped, nulls and unknown fields included. */
export class CustomWorkload extends CheckedWorkload {
  /**
   * A workload from a manifest. The reader of the manifest checks its fields, reports problems at their lines, and goes
   * on with the component.
   *
   * @internal
   */
  public static _read(manifest: unknown): CustomWorkload {
    const workload = new CustomWorkload({ manifest } as CustomWorkloadProps);
    workload.isRead = true;
    return workload;
  }

  private isRead = false;
  private readonly manifest: ObjectType;
  private readonly known: { metricsDefaults?: MetricsDefaults; declaredPorts?: DeclaredPort[] };

  /** Checks type and metadata, and keeps a copy. @throws ModelError if the manifest or a property is invalid */
  public constructor(props: CustomWorkloadProps) {
    const given = asProps(props);
    const { manifest, ...rest } = given;
    const { apiVersion, kind, ...fields } = asObject<ObjectType>(manifest);
    const findings: Finding[] = [];
    const known = plain(rest, '', findings);
    super({
      unknown: () => only('manifest', 'metricsDefaults', 'declaredPorts')(props, ''),
      kind: fixedKind(apiVersion, kind),
      fields: isObject(manifest) ? readAs(manifest, fields) : fields,
      label: typeof kind === 'string' ? kind : undefined,
      check: (value, field) =>
        [
          ...anyManifest({ apiVersion, kind, ...value }, field),
          ...findings.length > 0 ? findings : OPTIONS(known, field),
        ],
    });
    this.manifest = { apiVersion, kind, ...this._fields };
    this.known = known;
  }

  public get metricsDefaults(): MetricsDefaults | undefined {
    return this.known.metricsDefaults ? { ...this.known.metricsDefaults } : metricsOf(this.manifest);
  }

  public get declaredPorts(): DeclaredPort[] {
    return this.known.declaredPorts?.map(p => ({ ...p })) ?? declaredPortsOf(this.manifest);
  }

  /** @internal */
  public _modelFor(component: string): WorkloadModel {
    const metricsPorts = this.known.metricsDefaults ? [] : metricsPortsOf(this.manifest, this.declaredPorts);
    return { ...super._modelFor(component), metricsPorts };
  }

  /** @internal */
  public _fieldFindings(_component: string, parameters: unknown): Finding[] {
    return this.isRead ? FINE : kubernetesFindings(this.manifest, parameters);
  }

  /** @internal */
  public _made(name: string, fields: PlainFields): NamedObject[] {
    const { apiVersion, kind } = this.manifest;
    return objectsMadeFrom({ ...fields, apiVersion, kind }, name);
  }
}
