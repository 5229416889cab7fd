import { basename, dirname, isAbsolute, join } from 'node:path';
import { crdSchemas, isSchema, ResourceDefinition } from './crd-schemas';
import type { SchemaSet } from './schema';
import { kubernetesVersions } from './store';
import { Check, FINE, Finding, found } from '../findings/finding';
import { joinPath, Path } from '../findings/path';
import { collectManifests, describeLocated } from '../manifest/reading';
import { asObject, closed, filled, flag, isObject, list, oneOf, PlainValue } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import { CUSTOM_RESOURCE_DEFINITION } from '../private/kinds/kubernetes-kinds';

/** A minor version of Kubernetes whose schemas are in this package. */
export const kubernetesVersion: Check = (value, field) => oneOf(...kubernetesVersions())(value, field);

const paths = list(filled);

/** The check of options that select schemas; `readSchemas()` reports problems of the files. */
export const schemaOptions: Check = closed({ kubernetesVersion, schemas: () => FINE, requireSchemas: flag });

/** Schemas that a user gives, and their findings. */
export interface GivenSchemas {
  readonly sets: readonly SchemaSet[];
  readonly findings: readonly Finding[];
}

/** Reads the CustomResourceDefinitions in files, in folders and below them, and in the files that a cdk8s.yaml imports. */
export function readSchemas(given: readonly string[], field: string): GivenSchemas {
  const wrong = paths(given, field);
  if (wrong.length > 0) return { sets: [], findings: wrong };
  const read = given.map((path, i) => readDefinitions(path, joinPath(field, [i])));
  return { sets: read.flatMap(({ sets }) => sets), findings: read.flatMap(({ findings }) => findings) };
}

/** The schemas of the definitions among objects. */
export function definedIn(objects: readonly (PlainValue | undefined)[]): SchemaSet {
  return crdSchemas(objects.filter(isDefinition).filter(hasSchemas));
}

/** Whether a value is a CustomResourceDefinition of `apiextensions.k8s.io/v1`. */
function isDefinition(value: PlainValue | undefined): value is PlainValue & ResourceDefinition {
  const { group, names, versions } = asObject(value?.spec);
  const isWhole = typeof group === 'string' && typeof names?.kind === 'string' && Array.isArray(versions) && versions.every(isObject);
  return isKind(value, CUSTOM_RESOURCE_DEFINITION) && isWhole;
}

/** Whether the schemas of a definition can be read. Their problems are reported when the definition is checked as an object. */
function hasSchemas({ spec: { versions } }: ResourceDefinition): boolean {
  return versions.every(({ schema }) => schema?.openAPIV3Schema == null || isSchema(schema.openAPIV3Schema));
}

/** Sources of `cdk8s import` that are not files: Kubernetes itself, whose schemas are in this package, and downloads. */
const NO_FILE = /^(k8s(@|$)|helm:|github:|https?:)/;

/** The files that a cdk8s.yaml imports, as `crd.yaml` or `name:=crd.yaml`; for any other path, the path itself. */
export function definitionFiles(path: string): string[] {
  if (basename(path) !== 'cdk8s.yaml') return [path];
  const { yaml: [config] } = collectManifests([path]);
  if (!config) return [path];
  const { imports } = asObject(config.value as PlainValue);
  const sources = (Array.isArray(imports) ? imports : []).map(each => String(each).replace(/^.*:=/, ''));
  return sources.filter(each => !NO_FILE.test(each)).map(each => isAbsolute(each) ? each : join(dirname(path), each));
}

function readDefinitions(path: string, at: Path): GivenSchemas {
  const { documents, findings } = collectManifests(definitionFiles(path));
  const [first] = findings;
  if (first) return { sets: [], findings: found('unusable-schemas', at, { reason: 'unreadable', message: describeLocated(first) }) };
  const definitions: PlainValue[] = documents.map(({ value }) => value).filter(value => isKind(value, CUSTOM_RESOURCE_DEFINITION));
  if (definitions.length === 0) return { sets: [], findings: found('unusable-schemas', at, { reason: 'none', file: path }) };
  const whole = definitions.filter(isDefinition);
  const reason = whole.length < definitions.length ? 'no-versions' : whole.every(hasSchemas) ? undefined : 'invalid-schema';
  if (reason) return { sets: [], findings: found('unusable-schemas', at, { reason, file: path }) };
  return { sets: [crdSchemas(whole)], findings: [] };
}
