import { DeclarationOptions } from './model/context';
import { ManifestDocument, ReadManifests, locateFindings } from './reading';
import { definedIn } from '../checks/given-schemas';
import { CheckFinding, ManifestChecks } from '../checks/manifest-checks';
import { within } from '../findings/finding';
import { isObject, PlainFields } from '../private/check';
import { memo } from '../private/memo';
import { isClustersVersion, isOamType, ObjectType } from '../private/oam-kind';
import { mayBeSet } from '../workloads/kubernetes-fields';

/**
 * What the schema of its kind says against each object, and against the workload in a Component; the definitions among the manifests are
 * schemas too. Kinds of OAM have checks of their own. What is found is kept, since manifests are checked again and again with `keepGoing`.
 */
export const schemaFindings = memo(({ documents }: ReadManifests) => memo(({ schemaChecks = {} }: DeclarationOptions) => {
  const schemas = [definedIn(documents.map(({ value }) => value)), ...schemaChecks.schemas ?? []];
  const checks = new ManifestChecks({ ...schemaChecks, schemas });
  return documents.flatMap(document => locateFindings(document, findingsIn(document, checks)));
}));

function findingsIn({ value }: ManifestDocument, checks: ManifestChecks): CheckFinding[] {
  if (!isOamType(value) && !isClustersVersion(value.apiVersion)) return checks.check(value);
  const { workload, parameters } = isObject(value.spec) ? value.spec : {} as PlainFields;
  if (value.kind !== 'Component' || !isTyped(workload) || isOamType(workload)) return [];
  const isParameter = mayBeSet(parameters);
  return within(['spec', 'workload'], checks.check(workload).filter(({ path, isWarning }) => !isWarning && !isParameter(path)));
}

function isTyped(value: unknown): value is PlainFields & ObjectType {
  return isObject(value) && typeof value.apiVersion === 'string' && typeof value.kind === 'string';
}
