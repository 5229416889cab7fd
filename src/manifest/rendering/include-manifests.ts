import { Construct } from 'constructs';
import { CustomObject } from '../../application/custom-object';
import { Finding } from '../../findings/finding';
import { Platform } from '../../platform/platform';
import { plain } from '../../private/plain';
import { raise } from '../../private/user-stack';
import { check } from '../checking/validate';
import { declare } from '../model/declaration';
import { locateFindings, ManifestError, Manifests, RefusedManifestsError } from '../reading';

/** How manifests are taken into a program. */
export interface IncludeOptions {
  /** The namespace of applications and components that have none. */
  readonly defaultNamespace?: string;
}

/**
 * Takes manifests into a program: what `renderManifests` gives for the platform of the scope is rendered with the rest of its chart.
 *
 * @throws ManifestError if something could not be read; RefusedManifestsError if it has errors, or holds what cdk8s cannot write
 */
export function includeManifests(scope: Construct, manifests: Manifests, options: IncludeOptions = {}): void {
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
