import { DeclarationOptions } from './model/context';
import { ManifestDocument, ReadManifests, locateFindings } from './reading';
import { definedIn } from '../checks/given-schemas';
import { ManifestChecks } from '../checks/manifest-checks';
import { within } from '../findings/finding';
import type { Path } from '../findings/path';
import { isObject, PlainFields } from '../private/check';
import { memo } from '../private/memo';
import { isClustersVersion, isOamType, ObjectType } from '../private/oam-kind';
import { mayBeSet } from '../workloads/kubernetes-fields';

/**
 * Checks each object, and the workload in a Component, against the schema of its kind. Definitions of kinds among the manifests are
 * schemas, too. Kinds of OAM have checks of their own. The findings are kept, because `keepGoing` checks the same manifests repeatedly.
 */
export const schemaFindings = memo(({ documents }: ReadManifests) => memo(({ schemaChecks = {} }: DeclarationOptions) => {
  const schemas = [definedIn(documents.map(({ value }) => value)), ...schemaChecks.schemas ?? []];
  const checks = new ManifestChecks({ ...schemaChecks, schemas });
  return documents.flatMap(document => locateFindings(document, kubernetesObjects(document).flatMap(({ value, path, isParameter }) => {
    // the workload of a Component needs no name of its own: the platform names it
    if (path.length === 0) return checks.checkWhole(value);
    return within(path, checks.check(value).filter(each => !each.isWarning && !isParameter(each.path)));
  })));
}));

/** An object of Kubernetes or of an operator in a document. */
interface SchemaSubject {
  readonly value: PlainFields & ObjectType;
  /** Its path in the object of the document; empty if it is that object. */
  readonly path: Path;
  /** Whether a parameter may set the value at a path in it. */
  readonly isParameter: (path: Path) => boolean;
}

/** The object of a document, or the workload in a Component. Kinds of OAM have checks of their own. */
export function kubernetesObjects({ value }: ManifestDocument): SchemaSubject[] {
  if (!isOamType(value) && !isClustersVersion(value.apiVersion)) return [{ value, path: [], isParameter: () => false }];
  const { workload, parameters } = isObject(value.spec) ? value.spec : {} as PlainFields;
  if (value.kind !== 'Component' || !isTyped(workload) || isOamType(workload)) return [];
  return [{ value: workload, path: ['spec', 'workload'], isParameter: mayBeSet(parameters) }];
}

function isTyped(value: unknown): value is PlainFields & ObjectType {
  return isObject(value) && typeof value.apiVersion === 'string' && typeof value.kind === 'string';
}
