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

/** The objects that the documents of one file are rendered to. */
export interface RenderedFile {
  /** The file that was read. */
  readonly file: string;
  /** The objects, in the order of the documents. */
  readonly objects: readonly unknown[];
}

/** The result of rendering manifests. */
export interface RenderedManifests {
  /** In the order of the files that were read. A file may have no objects. */
  readonly files: readonly RenderedFile[];
  /** Warnings about what may be intended. */
  readonly warnings: readonly LocatedFinding[];
  /** The parts that are not rendered, with `keepGoing`. */
  readonly toDo: readonly ToDo[];
}

/** Options for rendering manifests. */
export interface RenderOptions extends DeclarationOptions {
  /** Whether parts with errors are left out and listed as to-dos, instead of rejecting everything. */
  readonly keepGoing?: boolean;
}

/**
 * Renders manifests for a platform. For an OAM platform each document stays as it is: nothing is added, changed or left out. For a cluster
 * without one, applications become the objects that their components and traits stand for, and objects of other kinds stay as they are.
 *
 * @throws ManifestError with all findings, if something could not be read
 * @throws RefusedManifestsError with all findings, if there are errors, or parts that cannot be expressed without an OAM platform; not with
 * `keepGoing`
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

/** Options for including manifests in a program. */
export interface IncludeOptions {
  /** The namespace of applications and components that have none. */
  readonly defaultNamespace?: string;
}

/**
 * Includes manifests in a program: the objects that `renderManifests` returns for the platform of the scope are rendered with the rest of
 * its chart. On an OAM platform no default MetricsTrait is added.
 *
 * @throws ManifestError if something could not be read; RefusedManifestsError if there are errors, or values that cdk8s cannot write
 */
export function includeManifests(scope: Construct, manifests: ReadManifests, options: IncludeOptions = {}): void {
  if (manifests.unread.length > 0) raise(new ManifestError(manifests.unread));
  const { documents } = manifests;
  const settings = { platform: Platform.of(scope), ...options };
  const passes = settings.platform._makesObjects;
  const { findings: checked } = passes ? { findings: [] } : check(manifests, { ...settings, isJudgedLater: true });
  const errors = [...manifests.findings, ...checked.filter(({ isWarning }) => !isWarning)];
  const unwritable = errors.length > 0 ? [] : documents.flatMap(document => {
    const findings: Finding[] = [];
    plain(document.value, '', findings);
    return locateFindings(document, findings);
  });
  if (errors.length + unwritable.length > 0) raise(new RefusedManifestsError([...errors, ...unwritable]));
  if (passes) documents.forEach(({ value }, i) => new CustomObject(scope, `manifest-${i}`, { manifest: value }));
  else declare(documents, settings, { scope });
}
