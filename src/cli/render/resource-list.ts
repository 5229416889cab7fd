import { bad, FINE, Finding } from '../../findings/finding';
import { ManifestError, Manifests } from '../../manifest';
import { filled, isObject, list, object } from '../../private/check';
import { refuse } from '../../private/errors';

/** What a KRM function is given, and what it gives back. */
export interface ResourceList {
  readonly apiVersion: string;
  readonly kind: 'ResourceList';
  readonly items: readonly Record<string, any>[];
  readonly functionConfig?: unknown;
  readonly results?: readonly Result[];
}

/** What a KRM function has to say. */
export interface Result {
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** The item that it is about. */
  readonly resourceRef?: { readonly apiVersion: string; readonly kind: string; readonly name?: string; readonly namespace?: string };
  readonly field?: { readonly path: string };
  readonly file?: { readonly path: string };
  /** The finding as data: its code, and as JSON its path and its parameters. */
  readonly tags?: { readonly code: string; readonly path: string; readonly parameters: string };
}

/** A list, and its items as they were read. */
export interface ReadList {
  readonly list: ResourceList;
  readonly given: Manifests;
}

const API = /^config\.kubernetes\.io\/\w+$/;
const TYPED = object({ apiVersion: filled, kind: filled }, ['apiVersion', 'kind']);

/**
 * The list of a KRM function.
 *
 * @throws ManifestError if it cannot be read, ModelError if it is none
 */
export function readList(given: Manifests): ReadList {
  if (given.unread.length > 0) throw new ManifestError(given.unread);
  const { value } = given.yaml[0] ?? {};
  refuse('standard input', given.yaml.length === 1 ? listFindings(value) : noList(value));
  const { apiVersion, items, functionConfig } = value as ResourceList;
  // without any, the list itself would be the object
  return { list: { apiVersion, kind: 'ResourceList', items: items ?? [], functionConfig }, given: items ? given : { ...given, documents: [] } };
}

/** The list that others would have made of objects and a configuration. */
export function listOf(given: Manifests, functionConfig: unknown): ReadList {
  if (given.findings.length > 0) throw new ManifestError(given.findings);
  return { list: { apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items: given.documents.map(({ value }) => value), functionConfig }, given };
}

function listFindings(value: unknown): Finding[] {
  if (!isObject(value) || value.kind !== 'ResourceList' || typeof value.apiVersion !== 'string' || !API.test(value.apiVersion)) return noList(value);
  return value.items == null ? FINE : list(TYPED)(value.items, 'items');
}

function noList(value: unknown): Finding[] {
  return bad('invalid-type', 'resource-list', '', value);
}
