import { DeclarationOptions } from './model/context';
import { ReadManifests, locateFindings } from './reading';
import { definedIn } from '../checks/given-schemas';
import { ManifestChecks } from '../checks/manifest-checks';
import { memo } from '../private/memo';

/**
 * Checks each object, and the workload in a Component, against the schema of its kind. Definitions of kinds among the manifests are
 * schemas, too. Kinds of OAM have checks of their own. The findings are kept, because `keepGoing` checks the same manifests repeatedly.
 */
export const schemaFindings = memo(({ documents }: ReadManifests) => memo(({ schemaChecks = {} }: DeclarationOptions) => {
  const schemas = [definedIn(documents.map(({ value }) => value)), ...schemaChecks.schemas ?? []];
  const checks = new ManifestChecks({ ...schemaChecks, schemas });
  return documents.flatMap(document => locateFindings(document, checks.checkSubject(document.value)));
}));
