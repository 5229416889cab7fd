import { ManifestObject } from './manifest-object';
import { checkApplication, checkComponent } from './oam-checks';
import { locateFindings, ManifestDocument } from '../manifest/reading';
import { Finding } from '../private/finding';

/** An application or a component, wherever in its document it stands. */
export interface OamObject extends ManifestObject {
  readonly kind: 'ApplicationConfiguration' | 'Component';
}

const KIND = /^(MultiCluster)?(ApplicationConfiguration|Component)$/;

/** The applications and components among documents. Those for several clusters are what each of these gets: the template, with the name outside of it. */
export function oamObjects(documents: readonly ManifestDocument[]): OamObject[] {
  return documents.flatMap(document => {
    const { apiVersion, kind, metadata, spec } = document.value;
    const [, multi, own] = KIND.exec(kind) ?? [];
    const isOam = multi ? /^clusters\.[^/]+\//.test(apiVersion) : apiVersion.startsWith('core.oam.dev/');
    if (!own || !isOam) return [];
    const value = { metadata, spec: multi ? spec?.template?.spec : spec };
    return [oamObject(document, own as OamObject['kind'], value, multi ? 'spec.template.spec' : 'spec')];
  });
}

function oamObject(document: ManifestDocument, kind: OamObject['kind'], value: { metadata: any; spec: any }, specField: string): OamObject {
  const check: (value: unknown) => Finding[] = kind === 'Component' ? checkComponent : checkApplication;
  const outside = (field: string) => field.replace(/^spec/, specField);
  const located = (findings: readonly Finding[]) => locateFindings(document, findings.map(found => ({ ...found, field: outside(found.field) })));
  return {
    type: kind,
    kind,
    ...value,
    placeOf: field => ({ file: document.file, line: document.locate(outside(field)).line }),
    located,
    findings: () => located(check(value)),
  };
}
