import { placeholders } from './placeholders';
import { unknownFields } from './unknown-fields';
import { framed } from '../../findings/finding';
import { grouped } from '../../private/grouped';
import { DeclarationOptions } from '../model/context';
import { Declaration, declare } from '../model/declaration';
import { LeftOut, Parts } from '../model/left-out';
import { LocatedFinding, Manifests } from '../reading';
import { inOrder } from '../reading/located-finding';

/** Manifests that were checked. */
export interface CheckedManifests {
  /** Errors and warnings, in the order of files and lines. */
  readonly findings: LocatedFinding[];
  readonly declaration: Declaration;
}

/** Everything that is wrong, or may be, with what manifests declare. What could not be read of them is not looked at. */
export function validateManifests(manifests: Manifests, options: DeclarationOptions): LocatedFinding[] {
  return check(manifests, options).findings;
}

/** The same, with the model in which it was found. */
export function check({ documents, sources, unread }: Manifests, options: DeclarationOptions, left = new LeftOut()): CheckedManifests {
  if (unread.some(({ code }) => code === 'reading-stopped')) return { findings: [], declaration: declare([], options) };
  const declaration = declare(documents, options, { left });
  const parts = new Parts(documents);
  const isDeclared = (found: LocatedFinding) => !left.has(parts.of(found)!);
  const fields = documents.flatMap(document => unknownFields(document, options.platform)).filter(isDeclared);
  const found = withFields(declaration.findings, fields);
  const suspects = documents.flatMap(document => placeholders(document, line => sources.get(document.file)?.line(line) ?? ''))
    .filter(isDeclared);
  const at = grouped(found, each => [placeOf(each)]);
  const others = suspects.filter(suspect => !at.has(placeOf(suspect)));
  const findings = [...hinted(found, suspects), ...others];
  return { findings: once(sorted(findings, [...sources.keys()])), declaration };
}

/** A field that is not known is told once: best with the one that was meant, else as the model tells it, which may know more. */
function withFields(declared: readonly LocatedFinding[], unknown: readonly LocatedFinding[]): LocatedFinding[] {
  const meant = new Set(unknown.filter(({ isWarning }) => !isWarning).map(placeOf));
  const own = declared.filter(each => each.code !== 'unknown-field' || !meant.has(placeOf(each)));
  const told = new Set(own.filter(({ code }) => code === 'unknown-field').map(placeOf));
  // what is null is told with what it must be
  const all = new Set(own.map(placeOf));
  return [...own, ...unknown.filter(each => !(each.code === 'invalid-type' ? all : told).has(placeOf(each)))];
}

/** A value that was never filled in is to blame for what is wrong with it. */
function hinted(found: readonly LocatedFinding[], suspects: readonly LocatedFinding[]): LocatedFinding[] {
  const blamed = new Set(suspects.map(placeOf));
  return found.map(each => blamed.has(placeOf(each)) ? framed('placeholder', each) : each);
}

function placeOf({ file, line, column }: LocatedFinding): string {
  return `${line}:${column} ${file}`;
}

function sorted(findings: readonly LocatedFinding[], files: readonly string[]): LocatedFinding[] {
  const place = new Map(files.map((file, i) => [file, i]));
  return [...findings].sort((a, b) => place.get(a.file)! - place.get(b.file)! || inOrder(a, b));
}

/** What several checks have found is told once. */
function once(findings: readonly LocatedFinding[]): LocatedFinding[] {
  const seen = new Set<string>();
  return findings.filter(each => {
    const { file, line, column, code, path, parameters } = each;
    const key = JSON.stringify([file, line, column, code, path, parameters]);
    return !seen.has(key) && seen.add(key);
  });
}
