import type { Command } from 'commander';

/** The help of a command below its options. */
interface CommandHelp {
  /** The meaning of each exit code, from 0. An empty string omits a code. */
  readonly exit: readonly string[];
  /** By command line, a description of what it does. */
  readonly examples: Readonly<Record<string, string>>;
}

const NOT_DONE = 'the arguments are invalid, or the command failed';
const done = (what: string) => [what, '', NOT_DONE];

const HELP: Readonly<Record<string, CommandHelp>> = {
  'diff': {
    exit: ['no difference', 'there is a difference', 'the comparison failed'],
    examples: {
      'npx cdk8s-oam diff': 'compare with the committed manifests',
      'npx cdk8s-oam diff --between staging prod': 'compare two environments',
      'npx cdk8s-oam diff --format markdown > comment.md': 'write a comment for a pull request',
    },
  },
  'explain': {
    exit: done('the code was explained'),
    examples: { 'npx cdk8s-oam explain immutable-field': 'explain a code', 'npx cdk8s-oam explain': 'list all codes' },
  },
  'graph': {
    exit: done('the picture was drawn'),
    examples: {
      'npx cdk8s-oam graph --in-namespace shop': 'draw a namespace of the app of cdk8s.yaml',
      'npx cdk8s-oam graph dist --format markdown > picture.md': 'draw manifests, for a README or a pull request',
      'npx cdk8s-oam graph dist --by namespace': 'draw how the namespaces of a large app are connected',
    },
  },
  'import': {
    exit: ['the project was written', 'the project was written, but its synthesis fails until you fix its errors', 'nothing was written'],
    examples: {
      'npx cdk8s-oam import manifests --out shop': 'write a program that renders the same OAM objects',
      'npx cdk8s-oam import manifests --out shop --platform kubernetes --prometheus monitoring/k8s --monitor-selector all':
        'write a program for a cluster without an OAM platform',
    },
  },
  'init': {
    exit: done('the repository was written'),
    examples: {
      'npx cdk8s-oam init deployments': 'write a repository with all defaults',
      'npx cdk8s-oam init shop --name shop --image ghcr.io/acme/shop:1.4.2 --domain acme.dev': 'write one for your image and domain',
      'npx cdk8s-oam init shop --ci gitlab --delivery flux': 'write one for GitLab and Flux',
    },
  },
  'query': {
    exit: done('the result was printed'),
    examples: {
      'npx cdk8s-oam query up --url https://prometheus.example.com --user metrics': 'ask for a password, and evaluate `up`',
      'npx cdk8s-oam query \'sum(up) by (job)\' --namespace monitoring --ingress prometheus --secret scraper':
        'find the scraper with kubectl',
    },
  },
  'render': {
    exit: ['the manifests were rendered', 'some manifests cannot be rendered', 'some input could not be read, or some output not written'],
    examples: {
      'npx cdk8s-oam render manifests --platform kubernetes --prometheus monitoring/k8s --monitor-selector all': 'print Kubernetes objects',
      'npx cdk8s-oam render manifests --settings cdk8s-oam.yaml --out rendered --keep-going':
        'write what can be rendered, and list the rest',
    },
  },
  'set-image': {
    exit: done('the file has the requested images'),
    examples: {
      'npx cdk8s-oam set-image ghcr.io/acme/shop=1.4.2 --env staging': 'deploy a tag to staging',
      'npx cdk8s-oam set-image --from staging --env prod': 'promote all images of staging to production',
    },
  },
  'synth': {
    exit: done('the manifests were written'),
    examples: {
      'npx cdk8s-oam synth': 'write all environments',
      'npx cdk8s-oam synth --env staging --stdout': 'print the manifests of one environment',
    },
  },
  'validate': {
    exit: ['no errors', 'there are errors, or with --strict warnings', 'some input could not be read'],
    examples: {
      'npx cdk8s-oam validate dist': 'check a folder of manifests',
      'npx cdk8s-oam validate dist --kubernetes-version 1.34 --require-schemas': 'also check every object against a schema',
      'kubectl kustomize . | npx cdk8s-oam validate -': 'check what another tool prints',
    },
  },
  'verify': {
    exit: ['everything is scraped', 'something is not scraped', 'the scraper could not be queried'],
    examples: {
      'npx cdk8s-oam verify dist/prod --url https://prometheus.example.com --user metrics':
        'ask for a password, and verify one environment',
      'npx cdk8s-oam verify dist --namespace monitoring --ingress prometheus --secret scraper --wait 5m': 'find the scraper with kubectl, '
        + 'and wait until everything is scraped',
    },
  },
};

/** Adds examples and exit codes to the help of the commands. */
export function addHelp(program: Command): void {
  for (const command of program.commands) {
    if (!Object.hasOwn(HELP, command.name())) continue;
    const { exit, examples } = HELP[command.name()];
    command.addHelpText('after', [
      '',
      'Examples:',
      ...Object.entries(examples).flatMap(([line, what]) => [`  # ${what}`, `  ${line}`]),
      '',
      'Exit codes:',
      ...exit.flatMap((what, code) => what === '' ? [] : `  ${code}  ${what}`),
    ].join('\n'));
  }
}
