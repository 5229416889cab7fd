import { DeclaredAt } from './remarks';
import type { Remark } from './remarks';
import { Finding, movedTo, Path, pathOf } from '../findings/finding';
import { LocatedFinding, locateFindings, ManifestDocument } from '../manifest/reading';
import { PlainValue } from '../private/check';
import { Endpoint } from '../private/metrics';

/** Where metrics are collected; a field that is not declared is unknown. */
export interface DeclaredEndpoint extends Partial<Endpoint> {
  /** The job of its series. */
  readonly job?: string;
  /** Where it is declared, if not together with its component. */
  readonly declaredAt?: DeclaredAt;
}

/** A component's position in an application, and where its metrics are collected according to the manifests. */
export interface DeclaredComponent extends DeclaredAt {
  readonly application: string;
  /** `undefined` if neither the manifests nor the user name it. */
  readonly namespace?: string;
  readonly component: string;
  readonly endpoints: readonly DeclaredEndpoint[];
  /** The reason why no endpoint is declared. */
  readonly unscraped?: Remark;
  /** Other possible reasons why there is no target. */
  readonly hints: readonly Remark[];
}

/** An object among the manifests that declares something. */
export interface ManifestObject {
  readonly kind: string;
  /** In the form that its check requires; of any type until it is checked. */
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: unknown };
  readonly spec: PlainValue | undefined;
  /** The location of a field. */
  readonly placeOf: (field: string) => Required<DeclaredAt>;
  /** The findings of its own check. */
  readonly findings: () => LocatedFinding[];
}

/** An object of a document. `inDocument` translates a path in the object into a path in the document. */
export function manifestObject(
  document: ManifestDocument, { kind, metadata, spec }: Readonly<Record<string, unknown>>, check: () => Finding[],
  inDocument = (path: Path) => path,
): ManifestObject {
  return {
    kind: String(kind),
    metadata: metadata as ManifestObject['metadata'],
    spec: spec as PlainValue | undefined,
    placeOf: field => ({ file: document.file, line: document.locate(inDocument(pathOf(field))).line }),
    findings: () => locateFindings(document, check().map(each => movedTo(inDocument(each.path), each))),
  };
}
