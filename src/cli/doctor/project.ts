import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DoctorCheck, isInRange, numbersOf } from './check';
import { attempt } from '../../private/attempt';

/** The fields of a package.json that are read here. */
interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** An installed copy of a package. */
interface PackageCopy {
  readonly folder: string;
  readonly version: string;
}

/** The versions of cdk8s-cli whose `synth` runs apps as this library expects. */
const CLI_RANGE = '>= 2.0.0';

const LIBRARY = 'cdk8s-oam';
const CLI = 'cdk8s-cli';
const RULES = 'cdk8s-oam-server-rules';

/** Checks Node.js and the packages of the project in a folder. */
export function checkProject(folder: string, node = process.versions.node): DoctorCheck[] {
  const own = dirname(require.resolve(`${LIBRARY}/package.json`));
  const { engines, peerDependencies } = packageFile(own)!;
  const isOwn = packageFile(folder)?.name === LIBRARY;
  const project = isOwn ? { folder, version: packageFile(folder)!.version } : copyOf(LIBRARY, folder);
  const users = [LIBRARY, ...Object.keys(peerDependencies)];
  return [
    nodeCheck(node, engines.node),
    libraryCheck(project, { folder: own, version: packageFile(own)!.version }),
    ...Object.entries(peerDependencies).map(([name, range]) => peerCheck({ name, range, folder, library: project?.folder, users })),
    cliCheck(copyOf(CLI, folder)),
    rulesCheck(copyOf(RULES, folder)),
  ];
}

function nodeCheck(found: string, needed: string): DoctorCheck {
  const isFine = isInRange(found, needed);
  return { name: 'Node.js', found, needed, state: isFine ? 'ok' : 'wrong', remedy: isFine ? undefined : `install Node.js ${needed}` };
}

/** Compares the library of the project with this command: with another version, the command may not know the manifests of the program. */
function libraryCheck(project: PackageCopy | undefined, { version }: PackageCopy): DoctorCheck {
  const known = { name: LIBRARY, found: project?.version };
  const install = `in the folder of a project, run npm install ${LIBRARY}; for a new one, npx ${LIBRARY} init`;
  if (!project) return { ...known, state: 'wrong', remedy: `this folder has no project with ${LIBRARY}: ${install}` };
  return project.version === version ? { ...known, state: 'ok' }
    : { ...known, needed: version, state: 'warning', remedy: `this command is version ${version}; run npx ${LIBRARY} in the project` };
}

interface Peer {
  readonly name: string;
  readonly range: string;
  readonly folder: string;
  /** The folder of the project's copy of this library. */
  readonly library?: string;
  /** The packages that must share the peer with the program. */
  readonly users: readonly string[];
}

/** The program, the library and its peers must share one copy of a peer: one copy does not recognize the constructs of another. */
function peerCheck({ name, range: needed, folder, library, users }: Peer): DoctorCheck {
  const found = copyOf(name, folder);
  const known = { name, found: found?.version, needed };
  const install = `npm install ${name}@${needed}`;
  if (!found && library === undefined) return { ...known, state: 'absent' };
  if (!found) return { ...known, state: 'wrong', remedy: `the project has none: ${install}` };
  if (!isInRange(found.version, needed)) return { ...known, state: 'wrong', remedy: install };
  for (const user of users) {
    const from = user === name ? undefined : copyOf(user, folder)?.folder;
    const other = from === undefined ? undefined : copyOf(name, realpathSync(from));
    if (!other || realpathSync(other.folder) === realpathSync(found.folder)) continue;
    const place = `${other.version} in ${relative(realpathSync(folder), other.folder)}`;
    return { ...known, state: 'wrong', remedy: `${user} has another copy, ${place}: run npm dedupe, or remove that folder` };
  }
  return { ...known, state: 'ok' };
}

function cliCheck(found: PackageCopy | undefined): DoctorCheck {
  const known = { name: CLI, found: found?.version, needed: CLI_RANGE };
  const install = `npm install --save-dev ${CLI}@2`;
  if (!found) return { ...known, state: 'absent', remedy: `cdk8s synth needs it, ${LIBRARY} synth does not: ${install}` };
  return isInRange(found.version, CLI_RANGE) ? { ...known, state: 'ok' } : { ...known, state: 'wrong', remedy: install };
}

/** The version of the package is the version of Kubernetes whose rules it applies. */
function rulesCheck(found: PackageCopy | undefined): DoctorCheck {
  if (!found) return { name: RULES, state: 'absent', remedy: `validate --as-server needs it: npm install --save-dev ${RULES}` };
  const [major, minor] = numbersOf(found.version) ?? [];
  return { name: RULES, found: found.version, state: 'ok', remedy: `it judges as Kubernetes ${major}.${minor} does` };
}

/** The copy of a package that a program in a folder loads, regardless of what the package exports. */
function copyOf(name: string, from: string): PackageCopy | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const folder = places.map(place => join(place, name)).find(place => existsSync(join(place, 'package.json')));
  const version = folder === undefined ? undefined : packageFile(folder)?.version;
  return folder === undefined || typeof version !== 'string' ? undefined : { folder, version };
}

function packageFile(folder: string): PackageFile | undefined {
  return attempt(() => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile);
}
