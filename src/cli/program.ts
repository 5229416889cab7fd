import { readFileSync } from 'node:fs';
import { Command, CommanderError, ErrorOptions, Option } from 'commander';
import { ExitCode, Guarded, printError } from './output';
import { ModelError, isModelError } from '../base/brand';
import { nearest } from '../base/check';
import { Finding, found } from '../base/findings/finding';
import { PASSWORD_VARIABLE } from '../verify/query/kubectl';

// All commands with their help. A command adds its own arguments and options, in its own file.

/** A command, with the help below its options. */
interface CommandEntry {
  /** Loads what adds it to the program. On demand, so that no command waits for the modules of the others. */
  readonly load: () => (program: Command, guarded: Guarded, password?: string) => void;
  /** The meaning of each exit code, from 0. An empty string omits a code. */
  readonly exit: readonly string[];
  /** By command line, a description of what it does. */
  readonly examples: Readonly<Record<string, string>>;
}

/** The meaning of the exit code 2 for most commands. */
const NOT_DONE = 'the arguments are invalid, or the command failed';

/* eslint-disable @typescript-eslint/no-require-imports */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  'diff': {
    load: () => (require('./diff/diff') as typeof import('./diff/diff')).addDiff,
    exit: ['no difference', 'there is a difference', 'the comparison failed'],
    examples: {
      'npx cdk8s-oam diff': 'compare with the committed manifests',
      'npx cdk8s-oam diff --between staging prod': 'compare two environments',
      'npx cdk8s-oam diff --format markdown > comment.md': 'write a comment for a pull request',
    },
  },
  'explain': {
    load: () => (require('./explain') as typeof import('./explain')).addExplain,
    exit: ['the code was explained', '', NOT_DONE],
    examples: { 'npx cdk8s-oam explain immutable-field': 'explain a code', 'npx cdk8s-oam explain': 'list all codes' },
  },
  'graph': {
    load: () => (require('./graph/graph') as typeof import('./graph/graph')).addGraph,
    exit: ['the picture was drawn', '', NOT_DONE],
    examples: {
      'npx cdk8s-oam graph --in-namespace shop': 'draw a namespace of the app of cdk8s.yaml',
      'npx cdk8s-oam graph dist --format markdown > picture.md': 'draw manifests, for a README or a pull request',
      'npx cdk8s-oam graph dist --by namespace': 'draw how the namespaces of a large app are connected',
    },
  },
  'import': {
    load: () => (require('./import') as typeof import('./import')).addImport,
    exit: [
      'the project was written',
      'the project was written, but its synthesis fails until you fix its errors',
      'nothing was written',
    ],
    examples: {
      'npx cdk8s-oam import manifests --out shop': 'write a program that renders the same OAM objects',
      ['npx cdk8s-oam import manifests --out shop --platform kubernetes --prometheus monitoring/k8s '
        + '--monitor-selector all']: 'write a program for a cluster without an OAM platform',
    },
  },
  'init': {
    load: () => (require('./init/init') as typeof import('./init/init')).addInit,
    exit: ['the repository was written', '', NOT_DONE],
    examples: {
      'npx cdk8s-oam init deployments': 'write a repository with all defaults',
      'npx cdk8s-oam init shop --name shop --image ghcr.io/acme/shop:1.4.2 --domain acme.dev':
        'write one for your image and domain',
      'npx cdk8s-oam init shop --image ghcr.io/acme/shop:1.4.2 --port 8080 --metrics-path /actuator/prometheus':
        'write one for an application with requests and metrics on one port',
      'npx cdk8s-oam init shop --port none': 'write one for a worker with metrics',
      'npx cdk8s-oam init shop --ci gitlab --delivery flux': 'write one for GitLab and Flux',
    },
  },
  'query': {
    load: () => (require('./query') as typeof import('./query')).addQuery,
    exit: ['the result was printed', '', NOT_DONE],
    examples: {
      'npx cdk8s-oam query up --url https://prometheus.example.com --user metrics':
        'ask for a password, and evaluate `up`',
      'npx cdk8s-oam query \'sum(up) by (job)\' --namespace monitoring --ingress prometheus --secret scraper':
        'find the scraper with kubectl',
    },
  },
  'render': {
    load: () => (require('./render') as typeof import('./render')).addRender,
    exit: [
      'the manifests were rendered',
      'some manifests cannot be rendered',
      'some input could not be read, or some output not written',
    ],
    examples: {
      'npx cdk8s-oam render manifests --platform kubernetes --prometheus monitoring/k8s --monitor-selector all':
        'print Kubernetes objects',
      'npx cdk8s-oam render manifests --settings cdk8s-oam.yaml --out rendered --keep-going':
        'write what can be rendered, and list the rest',
    },
  },
  'set-image': {
    load: () => (require('./set-image') as typeof import('./set-image')).addSetImage,
    exit: ['the file has the requested images', '', NOT_DONE],
    examples: {
      'npx cdk8s-oam set-image ghcr.io/acme/shop=1.4.2 --env staging': 'deploy a tag to staging',
      'npx cdk8s-oam set-image --from staging --env prod': 'promote all images of staging to production',
    },
  },
  'synth': {
    load: () => (require('./app/synth') as typeof import('./app/synth')).addSynth,
    exit: ['the manifests were written', '', NOT_DONE],
    examples: {
      'npx cdk8s-oam synth': 'write all environments',
      'npx cdk8s-oam synth --env staging --stdout': 'print the manifests of one environment',
    },
  },
  'validate': {
    load: () => (require('./validate') as typeof import('./validate')).addValidate,
    exit: ['no errors', 'there are errors, or with --strict warnings', 'some input could not be read'],
    examples: {
      'npx cdk8s-oam validate dist': 'check a folder of manifests',
      'npx cdk8s-oam validate dist --kubernetes-version 1.34 --require-schemas':
        'also check every object against a schema',
      'kubectl kustomize . | npx cdk8s-oam validate -': 'check what another tool prints',
    },
  },
  'verify': {
    load: () => (require('./verify') as typeof import('./verify')).addVerify,
    exit: ['everything is scraped', 'something is not scraped', 'the scraper could not be queried'],
    examples: {
      'npx cdk8s-oam verify dist/prod --url https://prometheus.example.com --user metrics':
        'ask for a password, and verify one environment',
      'npx cdk8s-oam verify dist --namespace monitoring --ingress prometheus --secret scraper --wait 5m':
        'find the scraper with kubectl, and wait until everything is scraped',
    },
  },
};
/* eslint-enable @typescript-eslint/no-require-imports */

/** Options of `cdk8s synth` for Helm charts and for validations, which are not run here. */
const OPTIONS_OF_CDK8S = [
  '--chart-api-version', '--chart-version', '--format', '--plugins-dir', '--validate',
  '--validation-reports-output-file',
];

/** Options that users may look for here, and the command of another tool that has them. */
const OPTIONS_OF_OTHER_TOOLS: ReadonlyMap<string, string> = new Map([
  ...OPTIONS_OF_CDK8S.map(each => [each, '`cdk8s synth`'] as const),
  ['--live', '`kubectl diff --server-side -R -f` with the folder of the manifests'],
  ['--server', '`kubectl apply --dry-run=server --server-side -R -f` with the manifests'],
  ['--watch', '`npx tsx watch main.ts`, which runs the program again after each change'],
]);

/** Runs the command, and returns its exit code. */
export async function runCommand(args: readonly string[]): Promise<ExitCode> {
  // no child process inherits the password
  const { [PASSWORD_VARIABLE]: password } = process.env;
  delete process.env[PASSWORD_VARIABLE];
  let exitCode = ExitCode.FINE;
  const guarded: Guarded = async (flags, action) => {
    try {
      exitCode = await action();
    } catch (error) {
      // loaded only now, so that a command that reads no manifests and queries no scraper starts faster
      /* eslint-disable @typescript-eslint/no-require-imports */
      const reading = require('../files/reading/located-finding') as typeof import('../files/reading/located-finding');
      const scraping = require('../verify/query/errors') as typeof import('../verify/query/errors');
      /* eslint-enable @typescript-eslint/no-require-imports */
      // any other error is a defect, and propagates with its stack
      if (!isModelError(error) && !reading.isManifestError(error) && !scraping.isScraperError(error)) throw error;
      printError(error, flags);
      exitCode = ExitCode.NOT_DONE;
    }
  };
  const program = new CheckedCommand('cdk8s-oam')
    .description('Render, check, compare and import applications that are declared with cdk8s-oam, '
      + 'and verify that they are scraped.')
    .version(JSON.parse(readFileSync(require.resolve('cdk8s-oam/package.json'), 'utf8')).version)
    .exitOverride();
  // the command that the arguments name, or all: the help lists them
  const name = args.find(arg => !arg.startsWith('-'));
  const isVersion = name === undefined && args.some(arg => ['-V', '--version'].includes(arg));
  const names = name !== undefined && Object.hasOwn(COMMANDS, name) ? [name] : Object.keys(COMMANDS);
  for (const each of isVersion ? [] : names) COMMANDS[each].load()(program, guarded, password || undefined);
  for (const command of program.commands) {
    const { exit, examples } = COMMANDS[command.name()];
    command.addHelpText('after', [
      '',
      'Examples:',
      ...Object.entries(examples).flatMap(([line, what]) => [`  # ${what}`, `  ${line}`]),
      '',
      'Exit codes:',
      ...exit.flatMap((what, code) => what === '' ? [] : `  ${code}  ${what}`),
    ].join('\n'));
  }
  try {
    const [first, about = 'help'] = args;
    const isAboutHelp = first === 'help' && about === 'help';
    if (first === 'help' && !isAboutHelp && !about.startsWith('-') && !Object.hasOwn(COMMANDS, about)) {
      program.refuseCommand(about);
    }
    await program.parseAsync(isAboutHelp ? ['help'] : args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? ExitCode.FINE : ExitCode.NOT_DONE;
  }
}

/**
 * A command that reports invalid arguments as findings. commander calls one method for each kind of mistake; its types
 * do not declare these methods, so only the tests of the messages detect a change.
 */
export class CheckedCommand extends Command {
  public override createCommand(name?: string): Command { return new CheckedCommand(name); }

  public missingArgument(name: string): never {
    return this.refuse(found('usage', [`<${name}>`], { reason: 'missing', write: `${this.fullName()} <${name}>` }));
  }

  public optionMissingArgument({ flags, long }: Option): never {
    return this.refuse(found('usage', [long ?? flags], { reason: 'missing', write: flags }));
  }

  public missingMandatoryOptionValue(option: Option): never { return this.optionMissingArgument(option); }

  public _conflictingOption(option: Option, { flags, long = flags }: Option): never {
    return this.refuse(found('usage', [option.long ?? option.flags], { reason: 'beside', other: long }));
  }

  /** Shows only the name of the option, because its value may be a password. */
  public unknownOption(argument: string): never {
    const name = argument.startsWith('--') ? argument.split('=')[0] : argument.slice(0, 2);
    const known = this.createHelp().visibleOptions(this).flatMap(({ long }) => long ?? []);
    const elsewhere = this.name() !== 'synth' && OPTIONS_OF_CDK8S.includes(name) ? undefined
      : OPTIONS_OF_OTHER_TOOLS.get(name);
    return this.refuse(found('usage', [name], elsewhere === undefined ? {
      reason: 'unknown', what: 'an option', remedy: `see \`${this.fullName()} --help\``, meant: nearest(name, known),
    } : { reason: 'unknown', what: 'an option', remedy: `run ${elsewhere}` }));
  }

  public unknownCommand(): never { return this.refuseCommand(this.args[0]); }

  /** Fails, since no command has this name. */
  public refuseCommand(name: string): never {
    const known = this.createHelp().visibleCommands(this).map(each => each.name());
    return this.refuse(found('usage', [name], {
      reason: 'unknown', what: 'a command', remedy: 'see `cdk8s-oam help`', meant: nearest(name, known),
    }));
  }

  public _excessArguments(given: readonly string[]): never {
    const most = this.registeredArguments.length;
    return this.refuse(found('usage', '', { reason: 'excess-arguments', most, count: given.length }));
  }

  /** Reports any other mistake. Ignores the message, which may quote an argument. */
  public override error(_message: string, { code = 'commander.error' }: ErrorOptions = {}): never {
    return this.refuse(found('usage', '', { reason: 'other', command: this.fullName(), error: code }));
  }

  /** The command as it is typed, such as `cdk8s-oam diff`. */
  private fullName(): string { return [...this.parent ? [this.parent.name()] : [], this.name()].join(' '); }

  /** Prints findings in the form of all others, and ends the parsing. */
  private refuse(findings: Finding[]): never {
    printError(new ModelError(this.fullName(), findings, 'manifests'), this.opts());
    throw new CommanderError(ExitCode.NOT_DONE, 'cdk8s-oam.usage', '');
  }
}
