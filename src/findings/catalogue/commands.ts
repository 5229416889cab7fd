import type { Explanation } from '../explanation';

/** What can be wrong with the flags of a command. */
export const COMMANDS_CODES = {
  'no-password': {
    cause: 'There is a user and no password for it: neither the environment, nor a file, nor the Secret has one, and there is no terminal to ask on.',
    remedy: 'Set `CDK8S_OAM_PASSWORD`, or give `--password-file`. The password is never an argument: other users of the machine can see arguments.',
    says: {
      'not-readable': { problem: 'cannot be read: {error:bare} {path:file}', remedy: 'check the path, and who may read it' },
      'not-utf8': { problem: 'is not UTF-8: {path:file}', remedy: 'save it as UTF-8' },
      'nobody-to-ask': {
        problem: 'there is no password for user {user}',
        remedy: 'set CDK8S_OAM_PASSWORD, or give --password-file; it is never an argument',
      },
      'none-typed': { problem: 'no password was given', remedy: 'type it, set CDK8S_OAM_PASSWORD, or give --password-file' },
    },
  },
  'nothing-declared': {
    cause: 'Among the manifests there is neither an ApplicationConfiguration with a component nor a workload or a monitor with the labels `app.oam.dev/name` and `app.oam.dev/component`, so that there is nothing to verify.',
    remedy: 'Give the files that hold them: the output folder of `cdk8s synth`.',
    says: {
      problem: 'there is neither an ApplicationConfiguration with a component among the manifests, '
        + 'nor a workload or a monitor with the labels app.oam.dev/name and app.oam.dev/component',
      remedy: 'give the files that hold them, such as the output of `cdk8s synth`',
    },
  },
  'usage': {
    cause: 'A command or an option does not exist, options contradict each other, something is missing, or an option belongs to another tool.',
    remedy: 'Change what the message names; `cdk8s-oam help` lists the commands, and `--help` the options of one.',
    says: {
      'unknown-command': { problem: '{value} is not a command', remedy: 'see `cdk8s-oam help`' },
      'unknown-option': { problem: 'is not an option', remedy: 'see `{command:bare} --help`' },
      'missing-argument': { problem: 'is required', remedy: 'see `{command:bare} --help`' },
      'excess-arguments': { problem: 'the command takes {most|argument}, got {count}', remedy: 'leave out the rest; an argument with spaces needs quotes' },
      'missing-value': { problem: 'must have a value', remedy: 'write {flags:bare}' },
      'missing-option': { problem: 'is required', remedy: 'write {flags:bare}' },
      'other': { problem: 'the arguments are wrong ({error:bare})', remedy: 'see `{command:bare} --help`' },
      'beside': { problem: 'cannot be used with {other:bare}', remedy: 'leave one of them out' },
      'beside-discovery': { problem: 'cannot be used with {flags:list}', remedy: 'leave out one or the other' },
      'no-scraper': { problem: 'is required, or --namespace with --ingress or --http-route', remedy: 'say where the scraper is' },
      'no-user': { problem: 'is required beside --password-file', remedy: 'name the user whose password it is' },
      'password-argument': {
        problem: 'is not an option: other users see arguments in the list of processes',
        remedy: 'set CDK8S_OAM_PASSWORD, or give --password-file',
      },
      'no-paths': { problem: 'is required: manifests, and folders of them', remedy: 'name them; - is standard input' },
      'output-meets-input': { problem: 'must not hold what is read, or be in it: {path:file}', remedy: 'name a folder beside it' },
      'one-name': {
        problem: 'would get {name:file} from two files, {first:file} and {second:file}',
        remedy: 'rename one of them, or name the folder that holds both',
      },
      'no-to-do-list': {
        problem: 'prints the to-do list of --keep-going on standard output, in place of the manifests',
        remedy: 'give --keep-going, and --out with a folder for the manifests',
      },
      'empty-path': { problem: 'must be the path of a folder, got {value}', remedy: 'name the folder of the new project' },
      'file-for-folder': { problem: 'must be a folder, and {path:file} is a file', remedy: 'name the folder that the app writes' },
      'krm-alone': { problem: 'must be given alone', remedy: 'name files and settings in the functionConfig' },
      'krm-keep-going': {
        problem: 'is not for kustomize, which applies what is rendered and shows no to-do list',
        remedy: 'run cdk8s-oam render --keep-going',
      },
      'krm-standard-input': { problem: 'must not be standard input, from which the list comes', remedy: 'name files and folders' },
      'krm-terminal': { problem: 'is a terminal, and must be a ResourceList', remedy: 'let kustomize call it, or use cdk8s-oam render' },
      'plugin-arguments': {
        problem: 'takes no options, and no arguments but the file of a configuration',
        remedy: 'let kustomize call it, or use cdk8s-oam render',
      },
      'plugin-configurations': {
        problem: 'must hold one configuration, got {count}',
        remedy: 'let kustomize call it, or use cdk8s-oam render',
      },
      'synth-charts': { problem: 'belongs to Helm charts, which are not written here', remedy: 'run `cdk8s synth`' },
      'synth-validation': { problem: 'belongs to validations, which are not run here', remedy: 'run `cdk8s synth`' },
      'synth-validations': {
        problem: 'are configured, but not run here',
        remedy: 'run `cdk8s synth`, which runs them, or give --no-validate',
      },
      'synth-variable': {
        problem: 'is read by `cdk8s synth` in place of {flag:bare}, but not here',
        remedy: 'unset the variable, and give the flag',
      },
      'for-kubernetes': {
        problem: 'is for platform kubernetes, and the platform is oam',
        remedy: 'leave it out, or give --platform kubernetes',
      },
      'platform-required': { problem: 'is required', remedy: 'give oam or kubernetes, or set platform in {file:bare}' },
      'prometheus-required': {
        problem: 'is required for platform kubernetes',
        remedy: 'give <namespace>/<name> of the Prometheus resource, or set kubernetes.prometheus in {file:bare}',
      },
      'monitor-selector-required': {
        problem: 'is required for platform kubernetes',
        remedy:
          'give the labels by which the Prometheus resource selects monitors, or all, or set kubernetes.prometheus.monitorSelector in {file:bare}',
      },
      'ingress-class-required': {
        problem: 'is required for Ingresses',
        remedy: 'give the name of the IngressClass, or set kubernetes.ingress.className in {file:bare}',
      },
      'certificates-required': {
        problem: 'is required for Ingresses, or --issuer, --tls-secret or --insecure-without-tls',
        remedy: 'give one of them, or set kubernetes.ingress.tls in {file:bare}',
      },
    },
  },
} as const satisfies Record<string, Explanation>;
