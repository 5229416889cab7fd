import { MetricsDefaults } from './metrics-defaults';
import { DeclaredPort, NamedObject, Workload } from './workload';
import { Check, Finding, movedTo } from '../findings/finding';
import { showPath } from '../findings/path';
import { isObject, only } from '../private/check';
import { refuse } from '../private/errors';
import type { Spelling } from '../private/kubernetes-api/spelling';
import { nameOf } from '../private/names';
import { OamKind } from '../private/oam-kind';
import { checkOverrides, merge, plain } from '../private/plain';

/** The props of every typed workload. */
export const WORKLOAD_PROPS = ['name', 'labels', 'annotations', 'overrides'] as const;

/** Patterns of the manifest's fields, and what stands for them in the props. */
export type GivenAs = ReadonlyArray<readonly [RegExp, string]>;

/** How a workload is made from its fields. */
export interface WorkloadParts {
  readonly props: object;
  /** The props there are: others would be lost. */
  readonly known: readonly string[];
  readonly kind: OamKind;
  /** The fields of the manifest, from the user's values. */
  readonly fields: Record<string, any>;
  readonly overrides?: any;
  /** What the workload is called in errors: its class, unless that says little. */
  readonly label?: string;
  readonly check: Check;
  /** Where the user gave what stands in a field of the manifest: the first that fits. */
  readonly givenAs?: GivenAs;
  /** How the fields that cdk8s-plus types are spelled. */
  readonly spelling?: Spelling;
}

/**
 * What all workloads share: the user's values are made plain, overridden and checked, all at once.
 *
 * @internal
 */
export abstract class CheckedWorkload extends Workload {
  /** @internal */
  public readonly _kind: OamKind;

  /** @internal */
  public readonly _fields: Readonly<Record<string, any>>;

  protected constructor(parts: WorkloadParts) {
    super();
    const findings: Finding[] = [];
    const fields = plain(parts.fields, '', findings, parts.spelling);
    const overrides = plain(parts.overrides, 'overrides', findings);
    findings.push(...checkOverrides(overrides), ...only(...parts.known)(parts.props, ''));
    this._kind = parts.kind;
    this._fields = overrides == null || findings.length > 0 ? fields : merge(fields, overrides);
    if (findings.length === 0) findings.push(...parts.check(this._fields, ''));
    const shown = findings.map(each => movedTo(givenField(showPath(each.path), parts.givenAs ?? []), each));
    refuse(subject(parts.label ?? this.constructor.name, this._fields), shown);
  }

  public get name(): string | undefined {
    return nameOf(this._fields);
  }

  public abstract get metricsDefaults(): MetricsDefaults | undefined;

  public abstract get declaredPorts(): DeclaredPort[];

  /** @internal */
  public abstract _made(name: string, fields: Readonly<Record<string, any>>): NamedObject[];
}

/** A workload is no construct and has no path: its type and its name, or that of what it makes, stand for it. */
function subject(type: string, { spec, ...fields }: any): string {
  const name = [fields, spec?.deploymentTemplate, spec?.template].map(nameOf).find(n => typeof n === 'string');
  return name ? `${type} '${name}'` : type;
}

/** The metadata of a workload, without the fields that were left out. */
export function workloadMetadata(options: { name?: string; labels?: any; annotations?: any }): Record<string, any> | undefined {
  const { name, labels, annotations } = options;
  return name === undefined && labels === undefined && annotations === undefined ? undefined : { name, labels, annotations };
}

/** The field that the user wrote, for one of the manifest. */
function givenField(field: string, table: GivenAs): string {
  const [manifest, given] = table.find(([pattern]) => pattern.test(field)) ?? [];
  return manifest ? field.replace(manifest, given!) : field;
}

/** The object of a type, if its metadata names it. */
export function namedObject(apiVersion: string, kind: string, object: any): NamedObject[] {
  const name = isObject(object) ? nameOf(object) : undefined;
  return typeof name === 'string' ? [{ apiVersion, kind, name }] : [];
}
