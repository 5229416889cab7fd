import { resolve } from 'node:path';
import { Command } from 'commander';
import { checkFlags, SynthFlags, withFlags } from './flags';
import { printApp } from './print-app';
import { remembered } from './remembered';
import { reportOf, summaryOf } from './report';
import { Check, FINE, found } from '../../findings/finding';
import { refuse } from '../../private/errors';
import { makeFolders } from '../../private/folders';
import { App, appOf, Runner } from '../app/app';
import { areValidations, plainManifests } from '../app/config';
import { changesOf, stateOf } from '../app/folder-state';
import { interruptible } from '../app/interruption';
import { failEmpty, runApp } from '../app/run-app';
import { ExitCode } from '../exit-codes';
import { Guarded } from '../guarded';
import { leftoverNote } from '../leftovers';
import { note, print, tell } from '../output';

const SUBJECT = 'cdk8s-oam synth';
const synthConfig = plainManifests('synth');
const validations: Check = (value, field) => areValidations(value) ? found('usage', field, { reason: 'synth-validations' }) : FINE;

/** Adds the command `synth`. */
export function addSynth(program: Command, guarded: Guarded): void {
  withFlags(program.command('synth'))
    .description('Run the app of cdk8s.yaml, which writes its manifests into the output folder; that is not emptied before. Ends with 0 if that was done, 2 if not.')
    .action((flags: SynthFlags) => guarded({}, async () => synth(flags)));
}

/** Lets the app write, and tells what has become of the files. */
export async function synth(flags: SynthFlags): Promise<ExitCode> {
  refuse(SUBJECT, checkFlags(flags));
  const app = appFor(flags);
  if (flags.stdout) await printApp(app);
  else await write(app);
  return ExitCode.FINE;
}

function appFor(flags: SynthFlags): App {
  const isValidated = flags.validate !== false;
  const runner: Runner = { subject: SUBJECT, checks: isValidated ? { synthConfig, validations } : { synthConfig } };
  const app = appOf(flags, runner);
  return { ...app, isValidated: false, output: flags.output ?? app.output };
}

async function write(app: App): Promise<void> {
  const { output } = app;
  make(output);
  const before = stateOf(output);
  await interruptible(async interruption => runApp(app, resolve(output), interruption));
  const after = stateOf(output, before);
  const changes = changesOf(before, after);
  const known = remembered(output, after, changes.untouched);
  const leftovers = changes.untouched.filter(name => !known.has(name));
  print(reportOf(changes, output));
  if (leftovers.length === after.size) failEmpty(app, changes.removed);
  leftoverNote(output, leftovers).forEach(note);
  tell(summaryOf(changes));
}

/** The app would make it too; one that cannot be made is told before it runs. */
function make(folder: string): void {
  try {
    makeFolders(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    refuse(SUBJECT, found('output-not-writable', '', { reason: 'output-folder', folder, error: String(code) }));
  }
}
