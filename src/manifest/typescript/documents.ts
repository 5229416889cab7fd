import { SourceDocument } from './adapted';
import { isSame } from './same';
import { objectType } from '../../application/custom-object';
import { Finding, found } from '../../findings/finding';
import { showPath } from '../../findings/path';
import { identityKey, identityOf } from '../../private/kinds/identity';
import { OAM_API_VERSION } from '../../private/oam-kind';
import { plain } from '../../private/plain';
import { LocatedFinding, ManifestError } from '../reading';

/** A document that is imported. */
export interface InputDocument {
  /** Its place among all. */
  readonly index: number;
  readonly source: SourceDocument;
  readonly value: Record<string, any>;
  readonly role: 'application' | 'component' | 'other';
}

/** The documents that are imported, and those that are no news. */
export interface Input {
  readonly documents: readonly InputDocument[];
  readonly warnings: readonly LocatedFinding[];
}

/** Takes the documents that can be written as a program, or says why one of them cannot. */
export function inputOf(sources: readonly SourceDocument[]): Input {
  const findings = sources.flatMap(document => located(document, check(document.value)));
  if (findings.length > 0) throw new ManifestError(findings);
  const { firsts, again, clashes } = withoutTwins(sources);
  if (clashes.length > 0) throw new ManifestError(clashes);
  return {
    documents: firsts.map((source, index) => ({ index, source, value: source.value as Record<string, any>, role: roleOf(source.value) })),
    warnings: again.flatMap(({ twin, first }) => warningsOf(twin, found('duplicate-object', '', { reason: 'same', place: placeOf(first) }))),
  };
}

/** What is said in comments of a part of a document. */
export function remarksOn({ source: { remarks } }: InputDocument, ...part: readonly number[]): string[] {
  return [...remarks?.get(part.join('/')) ?? []];
}

function roleOf({ apiVersion, kind }: any): InputDocument['role'] {
  if (apiVersion !== OAM_API_VERSION) return 'other';
  return kind === 'ApplicationConfiguration' ? 'application' : kind === 'Component' ? 'component' : 'other';
}

/** What must be so if anything is to be written. */
function check(value: unknown): Finding[] {
  const findings = [...objectType(value, '')];
  void plain(value, '', findings);
  return findings;
}

export function located(document: SourceDocument, findings: readonly Finding[]): LocatedFinding[] {
  return findings.map(each => ({ ...each, file: document.file, ...document.locate(showPath(each.path)) }));
}

/** What may be meant so. */
export function warningsOf(document: SourceDocument, findings: readonly Finding[]): LocatedFinding[] {
  return located(document, findings).map(each => ({ ...each, isWarning: true }));
}

interface Twins {
  readonly firsts: SourceDocument[];
  readonly again: { readonly twin: SourceDocument; readonly first: SourceDocument }[];
  readonly clashes: LocatedFinding[];
}

/** One program holds one object of a kind, namespace and name. */
function withoutTwins(documents: readonly SourceDocument[]): Twins {
  const twins: Twins = { firsts: [], again: [], clashes: [] };
  const known = new Map<string, SourceDocument>();
  for (const document of documents) {
    const id = keyOf(document.value);
    const first = id === undefined ? undefined : known.get(id);
    if (!first) {
      if (id !== undefined) known.set(id, document);
      twins.firsts.push(document);
    } else if (isSame(first.value, document.value)) {
      twins.again.push({ twin: document, first });
    } else {
      twins.clashes.push(...located(document, clash(document, first)));
    }
  }
  return twins;
}

/** The object of the cluster that a document stands for. */
function keyOf(value: unknown): string | undefined {
  const identity = identityOf(value);
  return typeof identity.name === 'string' ? identityKey(identity) : undefined;
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
