import { isDeepStrictEqual } from 'node:util';
import { SourceDocument } from './documents-for-target';
import { misfit } from './fit';
import { objectType } from '../../model/application/custom-object';
import { Finding, found, showPath } from '../../base/findings/finding';
import { asObject, isFilled, isObject } from '../../base/check';
import { FirstObjects, identityOf, OAM_API_VERSION } from '../../base/oam-kind';
import { plain } from '../../base/plain';
import { LocatedFinding, ManifestError } from '../../files/reading';

/** A document that is imported. */
export interface InputDocument {
  /** Its index among all documents. */
  readonly index: number;
  readonly source: SourceDocument;
  readonly value: Record<string, any>;
  readonly role: 'application' | 'component' | 'other';
}

/** The documents that are imported, and warnings about those that repeat one. */
interface Input {
  readonly documents: readonly InputDocument[];
  readonly warnings: readonly LocatedFinding[];
}

/** The documents that are written as a program. Throws a ManifestError if one of them cannot be written. */
export function inputOf(sources: readonly SourceDocument[]): Input {
  const findings = sources.flatMap(document => located(document, check(document.value)));
  if (findings.length > 0) throw new ManifestError(findings);
  const { firsts, again, clashes } = withoutTwins(sources);
  if (clashes.length > 0) throw new ManifestError(clashes);
  const valueOf = ({ value }: SourceDocument) => value as InputDocument['value'];
  return {
    documents: firsts.map((source, index) => ({ index, source, value: valueOf(source), role: roleOf(source.value) })),
    warnings: again,
  };
}

/** The comments on a part of a document. */
export function remarksOn({ source: { remarks } }: InputDocument, ...part: readonly number[]): string[] {
  return [...remarks?.get(part.join('/')) ?? []];
}

function roleOf(value: unknown): InputDocument['role'] {
  const { apiVersion, kind } = asObject(value);
  if (apiVersion !== OAM_API_VERSION || missingIn(value).length > 0) return 'other';
  return kind === 'ApplicationConfiguration' ? 'application' : kind === 'Component' ? 'component' : 'other';
}

/** What an application or a component lacks, without which it is an object like any other. */
export function missingIn(value: unknown): readonly Finding[] {
  const { kind, metadata, spec } = asObject(value);
  if (!isFilled(asObject(metadata).name)) return misfit(['metadata', 'name'], 'missing').why;
  if (!isObject(spec)) return misfit(['spec'], 'object').why;
  return kind === 'ApplicationConfiguration' && !Array.isArray(spec.components) ? misfit(['spec', 'components'], 'list').why : [];
}

/** The checks that a document must pass to be written in any form. */
function check(value: unknown): Finding[] {
  const findings = [...objectType(value, '')];
  void plain(value, '', findings);
  return findings;
}

export function located(document: SourceDocument, findings: readonly Finding[]): LocatedFinding[] {
  return findings.map(each => ({ ...each, file: document.file, ...document.locate(showPath(each.path)) }));
}

/** Warnings about what may be intended. */
export function warningsOf(document: SourceDocument, findings: readonly Finding[]): LocatedFinding[] {
  return located(document, findings).map(each => ({ ...each, isWarning: true }));
}

/** Separates documents of the same object, because a program holds one object of a kind, namespace and name. */
function withoutTwins(documents: readonly SourceDocument[]) {
  const [firsts, again, clashes]: [SourceDocument[], LocatedFinding[], LocatedFinding[]] = [[], [], []];
  const known = new FirstObjects<SourceDocument>();
  for (const document of documents) {
    const first = known.earlier(identityOf(document.value), document);
    if (!first) {
      firsts.push(document);
    } else if (isDeepStrictEqual(first.value, document.value)) {
      again.push(...warningsOf(document, found('duplicate-object', '', { reason: 'same', place: placeOf(first) })));
    } else {
      clashes.push(...located(document, clash(document, first)));
    }
  }
  return { firsts, again, clashes };
}

function clash({ value }: SourceDocument, first: SourceDocument): Finding[] {
  const { kind, namespace, name } = identityOf(value);
  const names = { kind: String(kind), namespace: namespace === undefined ? undefined : String(namespace), name: String(name) };
  return found('duplicate-object', 'metadata.name', { reason: 'documents', ...names, place: placeOf(first) });
}

function placeOf(document: SourceDocument): string {
  const { line, column } = document.locate('');
  return `${document.file}:${line}:${column}`;
}
