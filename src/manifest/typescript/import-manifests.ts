import { ChartCode, ProjectParts, chartCode, inexpressible } from './chart-code';
import { InputDocument, inputOf, located, passwordsIn, warningsOf } from './documents';
import { forKubernetes, forOam } from './documents-for-target';
import { FileLayout } from './layout';
import { ownPackage, projectFiles } from './node-project';
import { chartFile, mainFile } from './project-files';
import { IMPORTED, rejectedBy } from './run-code';
import { Expression, call, literal, member, oam, objectLiteral } from './tree';
import { LocatedFinding, ManifestError, ReadManifests } from '../reading';
import { found, movedTo, saying } from '../../findings/finding';
import { OamPlatform } from '../../platform/oam-platform';
import { Platform } from '../../platform/platform';
import { refuse } from '../../private/errors';
import { DeclarationOptions } from '../model/context';

/** A TypeScript project that reproduces manifests. */
export interface ImportedProject {
  /** The text of each file, by its name in the folder of the project. */
  readonly files: ReadonlyMap<string, string>;
  readonly parts: Readonly<ProjectParts>;
  /** The errors for which a synthesis of the program will fail. It is written all the same. */
  readonly errors: readonly LocatedFinding[];
  /** Documents that are left out, and values that should not be in a program. */
  readonly warnings: readonly LocatedFinding[];
}

/** The target of a program. */
interface ImportOptions extends DeclarationOptions {
  /** The code of the platform. */
  readonly code: Expression;
}

/** The code of the platform that is installed by default. */
export const OAM_CODE = call(
  member(oam('OamPlatform'), 'verrazzano'), objectLiteral([{ key: 'writeDefaultMetricsTraits', value: literal(false) }]),
);

const OAM: ImportOptions = { platform: OamPlatform.verrazzano(), code: OAM_CODE };

/**
 * Writes a program whose synthesis reproduces the objects of the manifests, each of them whole; for a cluster without an OAM platform, the
 * objects that the manifests are rendered to.
 *
 * @param manifests the manifests that were read
 * @param folder the folder of the project, whose name becomes that of the package
 * @param options the target; by default an OAM platform
 * @throws ManifestError if a document cannot be written as a program
 */
export function importManifests(manifests: ReadManifests, folder: string, options: ImportOptions = OAM): ImportedProject {
  if (manifests.unread.length > 0) throw new ManifestError(manifests.unread);
  const isOam = options.platform._makesObjects;
  const adapted = isOam ? forOam(manifests, options.defaultNamespace) : forKubernetes(manifests, options);
  const { documents: sources, warnings: left, errors } = adapted;
  const { documents, warnings: again } = inputOf(sources);
  if (documents.length === 0) {
    refuse('cdk8s-oam import', found('no-objects', '', saying('the manifests hold no Kubernetes object', 'name the files that hold them')));
  }
  const charts = written(documents, options.platform);
  const count = (which: keyof ProjectParts) => charts.reduce((all, { parts }) => all + parts[which], 0);
  return {
    files: new Map([
      ['main.ts', mainFile(charts, options.code, isOam)],
      ...charts.map((chart): [string, string] => [`${chart.plan.name}.ts`, chartFile(chart)]),
      ...importedProject(folder),
    ]),
    parts: { typed: count('typed'), asTheyAre: count('asTheyAre') },
    errors,
    warnings: [...left, ...again, ...manifests.yaml.flatMap(document => warningsOf(document, passwordsIn(document.value)))],
  };
}

/** The files of a project beside its program. */
function importedProject(folder: string): Map<string, string> {
  const { version, peerDependencies, devDependencies } = ownPackage();
  const scripts = { compile: 'tsc', synth: 'cdk8s synth', build: 'npm run compile && npm run synth', diff: 'cdk8s-oam diff dist' };
  const versions = { ...devDependencies, ...peerDependencies, 'cdk8s-oam': `^${version}` };
  return projectFiles({ folder, otherwise: 'oam-applications', scripts, versions, tools: ['cdk8s-cli'] });
}

/** The charts of a program that writes these documents. Documents that the model rejects are written as they are. */
function written(documents: readonly InputDocument[], platform: Platform): ChartCode[] {
  const layout = new FileLayout(documents, IMPORTED);
  const asTheyAre = new Map(documents.map(document => [document, inexpressible(document)] as const).filter(([, why]) => why.length > 0));
  for (;;) {
    const charts = layout.files.map(file => chartCode(file, layout, asTheyAre));
    const rejected = rejectedBy(charts, documents.length, platform);
    if (rejected.size === 0) return charts;
    const left = [...rejected].filter(([document]) => document.role === 'other' || asTheyAre.has(document));
    if (left.length > 0) throw new ManifestError(left.flatMap(([{ source }, why]) => located(source, why.map(each => movedTo('', each)))));
    for (const [document, why] of rejected) asTheyAre.set(document, why);
  }
}
