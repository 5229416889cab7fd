import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command } from 'commander';
import { throwFindings } from '../base/brand';
import { filled, nearest } from '../base/check';
import { bad, Finding, FINE, found, ownWords, within, printable, Shown } from '../base/findings/finding';
import { quotedFile } from '../base/findings/sentence';
import { environmentName, imageName, ImagesFile, imageVersion } from '../delivery/environments/images';
import { withLock } from '../files/writing/write-output';
import { ExitCode, Guarded, note, printToStdout } from './output';

const SUBJECT = 'cdk8s-oam set-image';

/** The flags of the command `set-image`. */
interface SetImageFlags {
  readonly env: string;
  readonly from?: string;
  readonly file: string;
  readonly add?: boolean;
}

/** Adds the command `set-image`. */
export function addSetImage(program: Command, guarded: Guarded): void {
  program.command('set-image')
    .description('Change tags and digests in the file with the images of all environments, '
      + 'and leave the rest of the file unchanged.')
    .argument('[images...]',
      '<name>=<tag>, <name>=<digest> or <name>=<tag>@<digest>; with --from, names of images')
    .requiredOption('--env <name>', 'the environment to change')
    .option('--from <name>', 'copy from this environment: the named images, or all')
    .option('--add', 'add images, and the environment, if the file does not list them yet')
    .option('--file <file>', 'the file with the images', 'images.yaml')
    .action((given: string[], flags: SetImageFlags) => guarded({}, async () => {
      const { env, from, file } = flags;
      throwFindings(SUBJECT, [...filled(file, '--file'), ...checkGivenImages(given, from !== undefined)]);
      // what is wrong with the file is reported before its folder is locked
      ImagesFile.read(file);
      const changes = withLock(dirname(realpathSync(file)), SUBJECT, () => changeImages(given, flags));
      if (changes.length === 0) note(`no change in ${JSON.stringify(file)}`);
      for (const { name, version, before } of changes) {
        const change = before ? `${before.text} -> ${version}` : `added ${version}`;
        printToStdout(`${printable(`${env} ${name}: ${change}`)}\n`);
      }
      return ExitCode.FINE;
    }));
}

/** Splits `<name>=<version>`. The `@` that separates a digest from the name elsewhere may precede a digest here. */
function assignmentOf(given: string): [name: string, version: string] {
  const [, name, version] = /^([^=]*)=@?([^]*)$/.exec(given) ?? ['', given, ''];
  return [name, version];
}

/** Checks the images: names, or else names with versions. */
function checkGivenImages(given: readonly string[], areNames: boolean): Finding[] {
  if (!areNames && given.length === 0) {
    return found('usage', '<images>', { reason: 'missing', write: `${SUBJECT} <images>` });
  }
  const assigned = areNames ? [] : given.filter(each => each.includes('=')).map(assignmentOf);
  const others = given.filter(each => !areNames && !each.includes('='));
  const names = areNames ? given : assigned.map(([name]) => name);
  const repeated = new Set(names.filter((name, i) => names.indexOf(name) < i));
  return [
    ...others.flatMap(each => bad('invalid-value',
      ownWords('must be <name>=<tag or digest>', 'write it so, or give --from and names alone'), '<images>', each)),
    ...names.flatMap(name => imageName(name, '<images>')),
    ...[...repeated].flatMap(name => found('invalid-value', [name], ownWords('is given twice', 'give it once'))),
    ...assigned.flatMap(([name, version]) => within([name], imageVersion(version, ''))),
  ];
}

/** Checks that the file lists an environment, which a flag names. */
function checkEnvironment({ environments, file }: ImagesFile, flag: '--env' | '--from', name: string): Finding[] {
  if (environments.has(name)) return FINE;
  const allowed = [...environments.keys()];
  const remedy = (flag === '--env' ? 'give --add if it is new in ' : 'name an environment of ') + quotedFile(file);
  return found('invalid-value', flag,
    { reason: 'one-of', allowed, remedy, value: Shown.of(name) });
}

/** Finds the images that an environment does not have. */
function unknownImages({ environments, file }: ImagesFile, environment: string, names: readonly string[]): Finding[] {
  const known = [...environments.get(environment)!.images.keys()];
  return names.filter(name => !known.includes(name)).flatMap(name => {
    // the name may lack the first segments of the path
    const meant = known.find(each => each.endsWith(`/${name}`)) ?? nearest(name, known);
    return found('invalid-value', [name], { reason: 'not-an-image', environment, file, meant });
  });
}

/** Reads the file, changes it, and returns the changes. */
function changeImages(given: readonly string[], { env, from, file, add }: SetImageFlags) {
  const images = ImagesFile.read(file);
  throwFindings(SUBJECT, [
    ...add ? environmentName(env, '--env') : checkEnvironment(images, '--env', env),
    ...from === undefined ? FINE : checkEnvironment(images, '--from', from),
  ]);
  let versions = given.map(assignmentOf);
  if (from !== undefined) {
    throwFindings(SUBJECT, unknownImages(images, from, given));
    versions = [...images.environments.get(from)!.images].filter(([name]) => given.length === 0 || given.includes(name))
      .map(([name, { version }]) => [name, version.text]);
  }
  const known = images.environments.get(env)?.images;
  throwFindings(SUBJECT, add ? FINE : unknownImages(images, env, versions.map(([name]) => name)));
  const changes = versions.map(([name, version]) => ({ name, version, before: known?.get(name)?.version }))
    .filter(({ version, before }) => before?.text !== version);
  if (changes.length > 0) images.write(env, changes, SUBJECT);
  return changes;
}
