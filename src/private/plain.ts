import { types } from 'node:util';
import { Finding, finding, joinField, show } from './finding';

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

/** Deeper than any manifest; what is deeper contains itself. */
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
  return copy(value, field, findings, options.kubernetes ?? false, 0);
}

function copy(value: any, field: string, findings: Finding[], respell: boolean, depth: number): any {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return value;
    case 'number':
      if (!Number.isFinite(value)) findings.push(...finding('not-plain', field, `must be a finite number, got ${value}`));
      return value;
    case 'object':
      if (value === null) return null;
      if (depth > DEEPEST) {
        findings.push(...finding('not-plain', field, `is nested more than ${DEEPEST} levels deep`, 'break the loop: a value must not contain itself'));
        return undefined;
      }
      if (Array.isArray(value)) return copyList(value, field, findings, respell, depth);
      return isPlainObject(value) ? copyObject(value, field, findings, respell, depth) : copyInstance(value, field, findings);
    default:
      findings.push(...finding('not-plain', field, `must be plain data, got ${show(value)}`, 'give its value'));
      return undefined;
  }
}

function copyList(value: any[], field: string, findings: Finding[], respell: boolean, depth: number): any[] {
  const result = new Array(value.length);
  for (let i = 0; i < value.length; i++) {
    if (value[i] === undefined) findings.push(...finding('not-plain', `${field}[${i}]`, 'must not be undefined', 'leave the element out'));
    result[i] = copy(value[i], `${field}[${i}]`, findings, respell, depth + 1);
  }
  return result;
}

function copyObject(value: Record<string, any>, field: string, findings: Finding[], respell: boolean, depth: number): Record<string, any> {
  const result: Record<string, any> = {};
  for (const key of Object.keys(value)) {
    if (value[key] === undefined) continue;
    const name = respell ? KUBERNETES_SPELLING.get(key) ?? key : key;
    put(result, name, copy(value[key], joinField(field, key), findings, respell && !isMap(key), depth + 1));
  }
  return result;
}

function copyInstance(value: any, field: string, findings: Finding[]): any {
  if (types.isDate(value) && !Number.isNaN(value.getTime())) return value.toISOString();
  // the rule by which cdk8s itself knows Quantity, IntOrString and their like
  if (typeof value.value === 'string' || typeof value.value === 'number') return value.value;
  findings.push(...finding('not-plain', field, `must be plain data, got ${show(value)}`, 'give its value, such as a string, a number or a plain object'));
  return undefined;
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
