import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SourceDocument } from './documents-for-target';
import { misfit } from './fit';
import { kebabCase, Names, pascalCase } from './names';
import { asObject, isFilled, isObject } from '../../base/check';
import { asWarnings, Finding, found, showPath } from '../../base/findings/finding';
import { FirstObjects, identityOf, OAM_API_VERSION } from '../../base/oam-kind';
import { plain } from '../../base/plain';
import { boundName, ComponentIndex } from '../../cluster/objects/oam-object';
import { LocatedFinding, ManifestError } from '../../files/reading';
import { objectType } from '../../model/application/custom-object';

/** A document that is imported. */
export interface InputDocument {
  readonly source: SourceDocument;
  readonly value: Record<string, any>;
  readonly role: 'application' | 'component' | 'other';
}

/**
 * The documents that are written as a program. A document that repeats another one is left out, because a program holds
 * one object of a kind, namespace and name.
 *
 * @throws ManifestError if a document cannot be written in any form, or two differ in an object
 */
export function importInput(sources: readonly SourceDocument[]) {
  const findings = sources.flatMap(source => {
    const own = [...objectType(source.value, '')];
    void plain(source.value, '', own);
    return locatedIn(source, own);
  });
  if (findings.length > 0) throw new ManifestError(findings);
  const [documents, warnings, clashes]: [InputDocument[], LocatedFinding[], LocatedFinding[]] = [[], [], []];
  const known = new FirstObjects<SourceDocument>();
  for (const source of sources) {
    const identity = identityOf(source.value);
    const first = known.earlier(identity, source);
    if (!first) {
      const { apiVersion, kind } = asObject(source.value);
      const isModel = apiVersion === OAM_API_VERSION && missingIn(source.value).length === 0;
      const role = isModel && kind === 'ApplicationConfiguration' ? 'application'
        : isModel && kind === 'Component' ? 'component' : 'other';
      documents.push({ source, value: source.value as InputDocument['value'], role });
      continue;
    }
    const { line, column } = first.locate('');
    const place = `${first.file}:${line}:${column}`;
    if (isDeepStrictEqual(first.value, source.value)) {
      warnings.push(...warningsOf(source, found('duplicate-object', '', { reason: 'same', place })));
    } else {
      const [kind, name] = [String(identity.kind), String(identity.name)];
      const namespace = identity.namespace === undefined ? undefined : String(identity.namespace);
      const clash = { reason: 'documents', kind, namespace, name, place } as const;
      clashes.push(...locatedIn(source, found('duplicate-object', 'metadata.name', clash)));
    }
  }
  if (clashes.length > 0) throw new ManifestError(clashes);
  return { documents, warnings };
}

/** What an application or a component lacks, without which it is an object like any other. */
export function missingIn(value: unknown): readonly Finding[] {
  const { kind, metadata, spec } = asObject(value);
  if (!isFilled(asObject(metadata).name)) return misfit(['metadata', 'name'], 'missing');
  if (!isObject(spec)) return misfit(['spec'], 'object');
  const isWithoutList = kind === 'ApplicationConfiguration' && !Array.isArray(spec.components);
  return isWithoutList ? misfit(['spec', 'components'], 'list') : [];
}

/** The comments on a part of a document. */
export const remarksOn = ({ source: { remarks } }: InputDocument, ...part: readonly number[]) =>
  [...remarks?.get(part.join('/')) ?? []];

/** Findings about a document, with their positions in its file. */
export const locatedIn = (document: SourceDocument, findings: readonly Finding[]): LocatedFinding[] =>
  findings.map(each => ({ ...each, file: document.file, ...document.locate(showPath(each.path)) }));

/** Warnings about what may be intended. */
export const warningsOf = (document: SourceDocument, findings: readonly Finding[]) =>
  asWarnings(locatedIn(document, findings));

/** Files that a project has beside those of its applications, and names that not every system allows. */
const FILES = /^(main|index|objects|con|prn|aux|nul|(com|lpt)\d)$/;

/** The maximum length of a file name: more than an application's name and namespace, less than file systems accept. */
const LONGEST_FILE = 200;

/** A file of the project, with the chart in it. */
export interface FilePlan {
  /** The file's name without its extension, and the chart's id. */
  readonly name: string;
  readonly className: string;
  readonly documents: InputDocument[];
  /** The namespace that all its components and applications share, if there is one. */
  readonly namespace?: string;
}

/** The files of a project, and the components in them. */
export class FileLayout {
  /** One for each application, with the components that it binds and the rest of its file; one for all others. */
  public readonly files: readonly FilePlan[];
  private readonly components = new ComponentIndex<InputDocument>();

  /** `imports` are the names that a file may import: no class has one of them. */
  public constructor(documents: readonly InputDocument[], imports: ReadonlySet<string>) {
    for (const component of documents.filter(({ role }) => role === 'component')) {
      const { name, namespace } = component.value.metadata;
      this.components.add(name, namespace, component);
    }
    const [fileNames, classNames, files] = [new Names('-'), new Names(''), [] as FilePlan[]];
    const addFile = (name: string) => {
      const pascal = pascalCase(name, 'application') || 'Application';
      const isTaken = imports.has(pascal) || pascal === 'ChartProps' || pascal === 'Object';
      const className = classNames.take(...isTaken ? [] : [pascal], `${pascal}Chart`);
      const file: FilePlan = { name, className, documents: [] };
      files.push(file);
      return file;
    };
    const fileOf = new Map<InputDocument, FilePlan>();
    const homes = new Map<string, FilePlan>();
    for (const application of documents.filter(({ role }) => role === 'application')) {
      const { value: { metadata: { name, namespace }, spec }, source } = application;
      const own = kebabCase(name, 'application');
      const qualified = typeof namespace === 'string' ? [kebabCase(`${namespace}-${own}`, own)] : [];
      const short = [own, ...qualified].map(each => each.slice(0, LONGEST_FILE).replace(/-$/, ''));
      const allowed = short.filter(each => !FILES.test(each));
      const file = addFile(fileNames.take(...allowed.length > 0 ? allowed : [`${short[0]}-application`]));
      fileOf.set(application, file);
      if (!homes.has(source.file)) homes.set(source.file, file);
      for (const entry of spec.components) {
        const component = this.find(entry, namespace);
        if (component && !fileOf.has(component)) fileOf.set(component, file);
      }
    }
    let others: FilePlan | undefined;
    for (const document of documents) {
      const file = fileOf.get(document) ?? homes.get(document.source.file) ?? (others ??= addFile('objects'));
      file.documents.push(document);
    }
    this.files = files.map(file => {
      const ofModel = file.documents.filter(({ role }) => role !== 'other');
      const namespaces = new Set<unknown>(ofModel.map(({ value: { metadata } }) => metadata.namespace));
      const [only] = namespaces;
      return { ...file, namespace: namespaces.size === 1 && isFilled(only) ? only : undefined };
    });
  }

  /** The component that an entry of an application binds. */
  public find(entry: unknown, namespace: unknown): InputDocument | undefined {
    const name = boundName(entry);
    return name === undefined ? undefined : this.components.find(name, namespace);
  }
}

/** The names of the manifest files of documents. */
export const sourcesOf = ({ documents }: FilePlan) =>
  [...new Set(documents.map(({ source }) => basename(source.file)))].join(', ');
