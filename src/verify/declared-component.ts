import { DeclaredAt } from './remarks';
import type { Remark } from './remarks';
import { Finding, movedTo } from '../findings/finding';
import { Path, pathOf } from '../findings/path';
import { LocatedFinding, locateFindings, ManifestDocument } from '../manifest/reading';
import { PlainValue } from '../private/check';
import { Endpoint } from '../private/metrics';

/** Where metrics are collected; what is not declared is not known. */
export interface DeclaredEndpoint extends Partial<Endpoint> {
  /** The job that its series have. */
  readonly job?: string;
  /** Where it is declared, if that is not where its component is. */
  readonly declaredAt?: DeclaredAt;
}

/** A component's place in an application, and where its metrics are collected by what is declared. */
export interface DeclaredComponent extends DeclaredAt {
  readonly application: string;
  /** `undefined` if neither the manifests nor the user name it. */
  readonly namespace?: string;
  readonly component: string;
  readonly endpoints: readonly DeclaredEndpoint[];
  /** Why no endpoint is declared. */
  readonly unscraped?: Remark;
  /** What else may explain that there is no target. */
  readonly hints: readonly Remark[];
  /** Where it is declared too, for the other platform; that declaration does not count. */
  readonly also?: DeclaredAt;
}

/** An object among the manifests by which something is declared. */
export interface ManifestObject {
  readonly apiVersion: string;
  readonly kind: string;
  /** As its check wants it; of any type until then. */
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: unknown };
  readonly spec: PlainValue | undefined;
  /** Where a field stands. */
  readonly placeOf: (field: string) => Required<DeclaredAt>;
  /** Findings about it, with their places. */
  readonly located: (findings: readonly Finding[]) => LocatedFinding[];
  /** What is wrong with it by itself. */
  readonly findings: () => LocatedFinding[];
}

/** An object of a document. `inDocument` gives the path in the document of a path in the object. */
export function manifestObject(
  document: ManifestDocument, { apiVersion, kind, metadata, spec }: Readonly<Record<string, unknown>>, check: () => Finding[],
  inDocument = (path: Path) => path,
): ManifestObject {
  const located = (findings: readonly Finding[]) => locateFindings(document, findings.map(each => movedTo(inDocument(each.path), each)));
  return {
    apiVersion: String(apiVersion),
    kind: String(kind),
    metadata: metadata as ManifestObject['metadata'],
    spec: spec as PlainValue | undefined,
    located,
    placeOf: field => ({ file: document.file, line: document.locate(inDocument(pathOf(field))).line }),
    findings: () => located(check()),
  };
}
