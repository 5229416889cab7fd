import { ManifestObject } from './manifest-object';
import { checkApplication, checkComponent } from './oam-checks';
import { Finding, movedTo } from '../findings/finding';
import { pathOf as parsePath } from '../findings/path';
import { oamObject } from '../manifest/model/oam-object';
import { locateFindings, ManifestDocument } from '../manifest/reading';
import { OAM_API_VERSION } from '../private/oam-kind';

/** An application or a component, wherever in its document it stands. */
export interface DeclaredOamObject extends ManifestObject {
  readonly kind: 'ApplicationConfiguration' | 'Component';
}

/** The applications and components among documents. */
export function oamObjects(documents: readonly ManifestDocument[]): DeclaredOamObject[] {
  return documents.flatMap(document => {
    const found = oamObject(document);
    if (!found) return [];
    const { kind, metadata, spec, pathOf } = found;
    const check: (value: unknown) => Finding[] = kind === 'Component' ? checkComponent : checkApplication;
    const located = (findings: readonly Finding[]) => locateFindings(document, findings.map(each => movedTo(pathOf(each.path), each)));
    return [{
      apiVersion: OAM_API_VERSION,
      kind,
      metadata,
      spec,
      placeOf: (field: string) => ({ file: document.file, line: document.locate(pathOf(parsePath(field))).line }),
      located,
      findings: () => located(check({ metadata, spec })),
    }];
  });
}
