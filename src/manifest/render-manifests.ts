import { Construct } from 'constructs';
import { KeptManifests, ToDo, keepGoing } from './keep-going';
import { check } from './validate';
import { raise } from '../private/user-stack';
import { DeclarationOptions } from './model/context';
import { LocatedFinding, ManifestError, ReadManifests, RefusedManifestsError, locateFindings } from './reading';
import { listed } from './reading/located-finding';
import { CustomObject } from '../application/custom-object';
import { Finding } from '../findings/finding';
import { Platform } from '../platform/platform';
import { plain } from '../private/plain';
import { declare } from './model/declaration';

/** What is rendered of the documents of one file. */
export interface RenderedFile {
  /** The file that was read. */
  readonly file: string;
  /** The objects, in the order of the documents. */
  readonly objects: readonly unknown[];
}

/** What is rendered of manifests. */
export interface RenderedManifests {
  /** In the order of the files that were read. One of which nothing is rendered has no objects. */
  readonly files: readonly RenderedFile[];
  /** What may be wrong. */
  readonly warnings: readonly LocatedFinding[];
  /** What is not rendered, with `keepGoing`. */
  readonly toDo: readonly ToDo[];
}

/** How manifests are rendered. */
export interface RenderOptions extends DeclarationOptions {
  /** Whether what has errors is left out, and told as a to-do, in place of refusing all. */
  readonly keepGoing?: boolean;
}

/**
 * Renders manifests for a platform. For an OAM platform each document is what it was, with nothing added, changed or left out. For a
 * cluster without one, applications become what their components and traits stand for, and objects of other kinds are what they were.
 *
 * @throws ManifestError with all findings, if something could not be read
 * @throws RefusedManifestsError with all findings, if it has errors, or cannot be said without an OAM platform; not with `keepGoing`
 */
export function renderManifests(manifests: ReadManifests, options: RenderOptions): RenderedManifests {
  if (manifests.unread.length > 0) raise(new ManifestError(manifests.unread));
  const files = [...manifests.sources.keys()];
  if (options.platform._makesObjects) {
    const valuesOf = (file: string) => manifests.yaml.filter(each => each.file === file).map(({ value }) => value);
    return { files: files.map(file => ({ file, objects: valuesOf(file) })), warnings: [], toDo: [] };
  }
  const { findings, declaration, toDo } = options.keepGoing ? keepGoing(manifests, options) : all(manifests, options);
  return {
    files: files.map(file => ({ file, objects: manifests.documents.filter(each => each.file === file).flatMap(declaration.objectsOf) })),
    warnings: listed(findings),
    toDo,
  };
}

function all(manifests: ReadManifests, options: DeclarationOptions): KeptManifests {
  const checked = check(manifests, options);
  const errors = [...manifests.findings, ...checked.findings.filter(({ isWarning }) => !isWarning)];
  if (errors.length > 0) raise(new RefusedManifestsError(errors));
  return { ...checked, toDo: [] };
}

/** How manifests are taken into a program. */
export interface IncludeOptions {
  /** The namespace of applications and components that have none. */
  readonly defaultNamespace?: string;
}

/**
 * Takes manifests into a program: what `renderManifests` gives for the platform of the scope is rendered with the rest of its chart. On an
 * OAM platform no default MetricsTrait is added.
 *
 * @throws ManifestError if something could not be read; RefusedManifestsError if it has errors, or holds what cdk8s cannot write
 */
export function includeManifests(scope: Construct, manifests: ReadManifests, options: IncludeOptions = {}): void {
  if (manifests.unread.length > 0) raise(new ManifestError(manifests.unread));
  const { documents } = manifests;
  const settings = { platform: Platform.of(scope), ...options };
  const passes = settings.platform._makesObjects;
  const errors = [...manifests.findings, ...passes ? [] : check(manifests, settings).findings.filter(({ isWarning }) => !isWarning)];
  const unwritable = errors.length > 0 ? [] : documents.flatMap(document => {
    const findings: Finding[] = [];
    plain(document.value, '', findings);
    return locateFindings(document, findings);
  });
  if (errors.length + unwritable.length > 0) raise(new RefusedManifestsError([...errors, ...unwritable]));
  if (passes) documents.forEach(({ value }, i) => new CustomObject(scope, `manifest-${i}`, { manifest: value }));
  else declare(documents, settings, { scope });
}
