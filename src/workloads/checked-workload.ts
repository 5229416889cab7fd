import { MetricsDefaults } from './metrics-defaults';
import { DeclaredPort, NamedObject, Workload } from './workload';
import { Check, Finding } from '../findings/finding';
import { isObject } from '../private/check';
import { refuse } from '../private/errors';
import type { Spelling } from '../private/kubernetes-api/spelling';
import { nameOf } from '../private/names';
import { OamKind } from '../private/oam-kind';
import { checkOverrides, merge, plain } from '../private/plain';

/** How a workload is made from its fields. */
export interface WorkloadParts {
  /** Props that there are not: what they say would be lost. */
  readonly unknown: () => Finding[];
  readonly kind: OamKind;
  /** The fields of the manifest, from the user's values. */
  readonly fields: Record<string, any>;
  readonly overrides?: any;
  /** Lays overrides over the fields; by default they are merged. */
  readonly merged?: (fields: Record<string, any>, overrides: Record<string, any>) => Record<string, any>;
  /** What the workload is called in errors: its class, unless that says little. */
  readonly label?: string;
  readonly check: Check;
  /** A finding about the manifest, at what the user gave, if that was props. */
  readonly given?: (found: Finding) => Finding;
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
    findings.push(...checkOverrides(overrides), ...parts.unknown());
    this._kind = parts.kind;
    this._fields = overrides == null || findings.length > 0 ? fields : (parts.merged ?? merge)(fields, overrides);
    if (findings.length === 0) findings.push(...parts.check(this._fields, ''));
    refuse(subject(parts.label ?? this.constructor.name, this._fields), parts.given ? findings.map(parts.given) : findings);
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

/** The object of a type, if its metadata names it. */
export function namedObject(apiVersion: string, kind: string, object: any): NamedObject[] {
  const name = isObject(object) ? nameOf(object) : undefined;
  return typeof name === 'string' ? [{ apiVersion, kind, name }] : [];
}
