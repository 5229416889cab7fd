import { types } from 'node:util';
import { Finding, finding, joinField, show } from './finding';
import { yamlHazard, yamlKeyHazard } from './yaml-hazards';

/**
 * How the types of cdk8s-plus (`k8s.PodSpec` and its like) spell fields that end in an acronym, and how Kubernetes
 * does. Its own converter is not used: it drops every field it does not know.
 */
export const KUBERNETES_SPELLING: ReadonlyMap<string, string> = new Map(Object.entries({
  clientIp: 'clientIP',
  clusterIp: 'clusterIP',
  datasetUuid: 'datasetUUID',
  diskUri: 'diskURI',
  downwardApi: 'downwardAPI',
  hostIp: 'hostIP',
  hostIpc: 'hostIPC',
  hostPid: 'hostPID',
  loadBalancerIp: 'loadBalancerIP',
  pdId: 'pdID',
  scaleIo: 'scaleIO',
  setHostnameAsFqdn: 'setHostnameAsFQDN',
  storagePolicyId: 'storagePolicyID',
  targetWwNs: 'targetWWNs',
  volumeId: 'volumeID',
}));

/** Fields whose keys are the user's own. */
const MAPS = new Set([
  'annotations', 'binaryData', 'data', 'labels', 'limits', 'matchLabels', 'nodeSelector', 'options', 'overhead', 'requests', 'stringData', 'volumeAttributes',
]);

/** `selector` is a map in a Service, an object without acronyms elsewhere: its keys are left alone in both. */
const isMap = (key: string) => MAPS.has(key) || key === 'selector';

/** Deeper than any manifest, and not too deep for the writers and readers of YAML. */
const DEEPEST = 200;

export interface PlainOptions {
  /** The value is typed by cdk8s-plus: its spelling becomes Kubernetes' own. */
  readonly kubernetes?: boolean;
}

/**
 * The user's value as plain data, in a copy that nobody else holds: the one way in. `Quantity` and `IntOrString` give
 * their value, a `Date` its ISO form; `undefined` fields are left out and nulls are kept. All else that YAML cannot
 * hold is a finding, so that nothing fails while files are being written.
 */
export function plain(value: unknown, field: string, findings: Finding[], options: PlainOptions = {}): any {
  return new Copy(findings).of(value, field, options.kubernetes ?? false);
}

/** One copy that is being made. */
class Copy {
  /** The objects around the value at hand: one that comes up again contains itself. */
  private readonly around: object[] = [];

  public constructor(private readonly findings: Finding[]) {}

  public of(value: any, field: string, respell: boolean): any {
    switch (typeof value) {
      case 'boolean':
      case 'undefined':
        return value;
      case 'string':
        return this.text(value, field);
      case 'number':
        return Number.isFinite(value) ? value : this.refuse(field, `must be a finite number, got ${value}`);
      case 'object':
        return value === null ? null : this.object(value, field, respell);
      default:
        return this.refuse(field, `must be plain data, got ${show(value)}`, 'give its value');
    }
  }

  private text(value: string, field: string, hazard = yamlHazard(value)): string {
    return hazard ? this.refuse(field, hazard.problem, hazard.remedy) : value;
  }

  private object(value: object, field: string, respell: boolean): any {
    if (!Array.isArray(value) && !isPlainObject(value)) return this.instance(value, field);
    if (this.around.includes(value)) return this.refuse(field, 'must not contain itself', 'break the loop');
    if (this.around.length >= DEEPEST) return this.refuse(field, `is nested more than ${DEEPEST} levels deep`, 'make it flatter');
    this.around.push(value);
    const copy = Array.isArray(value) ? this.list(value, field, respell) : this.fields(value, field, respell);
    this.around.pop();
    return copy;
  }

  private list(value: any[], field: string, respell: boolean): any[] {
    return Array.from(value, (element, i) => {
      if (element === undefined) return this.refuse(`${field}[${i}]`, 'must not be undefined', 'leave the element out');
      return this.of(element, `${field}[${i}]`, respell);
    });
  }

  private fields(value: Record<string, any>, field: string, respell: boolean): Record<string, any> {
    const result: Record<string, any> = {};
    for (const key of Object.keys(value)) {
      if (value[key] === undefined) continue;
      const at = joinField(field, key);
      const name = respell ? KUBERNETES_SPELLING.get(key) ?? key : key;
      put(result, this.text(name, at, yamlKeyHazard(name)), this.of(value[key], at, respell && !isMap(key)));
    }
    return result;
  }

  private instance(value: any, field: string): any {
    if (types.isDate(value)) return Number.isNaN(value.getTime()) ? this.refuse(field, 'must be a valid date') : value.toISOString();
    // the rule by which cdk8s itself knows Quantity, IntOrString and their like
    if (typeof value.value === 'string' || typeof value.value === 'number') return this.of(value.value, field, false);
    return this.refuse(field, `must be plain data, got ${show(value)}`, 'give its value, such as a string, a number or a plain object');
  }

  /** Nothing, so that the copy can go on and all findings come together. */
  private refuse(field: string, problem: string, remedy?: string): any {
    this.findings.push(...finding('not-plain', field, problem, remedy));
    return undefined;
  }
}

function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  // the prototype of all objects has none itself, in whichever realm (a jest sandbox, say) it was made
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Sets a field whatever it is called: an assignment to `__proto__` would be lost. */
function put(target: Record<string, any>, key: string, value: any): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

/** Findings about overrides that would turn an object into one of another type. */
export function checkOverrides(overrides: any): Finding[] {
  return ['apiVersion', 'kind'].filter(field => isMergeable(overrides) && overrides[field] !== undefined).flatMap(field =>
    finding('invalid-value', `overrides.${field}`, 'must not be overridden', 'use CustomWorkload or CustomTrait for another type'));
}

/** `overrides` laid over `base`, both plain: objects are merged, all else (lists and nulls too) is replaced. */
export function merge(base: any, overrides: any): any {
  if (!isMergeable(base) || !isMergeable(overrides)) return overrides;
  const result = { ...base };
  for (const key of Object.keys(overrides)) {
    put(result, key, Object.hasOwn(base, key) ? merge(base[key], overrides[key]) : overrides[key]);
  }
  return result;
}

function isMergeable(value: any): value is Record<string, any> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of plain data, with keys in order unless told otherwise. */
export function ordered(value: any, sort: boolean): any {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(element => ordered(element, sort));
  const keys = Object.keys(value);
  if (sort) keys.sort();
  const result: Record<string, any> = {};
  for (const key of keys) {
    if (value[key] !== undefined) put(result, key, ordered(value[key], sort));
  }
  return result;
}
