import { Explanation, joined } from '../sentence';

/** What to do about what the program has as plain data. */
const KEEP = 'keep it, or correct the value in the program';

/** What commands find: in their flags, and in manifests that are checked, rendered, imported or compared. */
export const COMMANDS_CODES = {
  'app-failed': {
    cause: 'The command that runs the app has ended with an exit code or by a signal, cannot be run, or has written no manifests: '
      + 'there is nothing to compare, or nothing was written.',
    remedy: 'Read what the app has printed. It must write to the folder that the variable `CDK8S_OUTDIR` names, '
      + 'as every cdk8s `App` does that is given no `outdir`.',
    help: 'see its output above',
    says: {
      'exit-code': 'the app ended with exit code {exitCode}',
      'signal': 'the app was ended by {signal:bare}',
      'not-run': 'the app cannot be run ({error:bare})',
      'all-removed': ['the app has written no manifests, and has removed those that were there',
        'check that its charts are still created; if there should be none, the app need not run any more'],
      'nothing-written': ['the app has written no manifests into the folder that the variable CDK8S_OUTDIR names',
        'call its synth(), and leave out outdir of its App'],
      'kept-folder': ['the app was kept from writing into {folder:file}',
        'let it write into the folder that the variable CDK8S_OUTDIR names: leave out outdir of its App'],
      'changed-folder': ['the app has changed {folder:file} itself, such as {file:file}',
        'let it write into the folder that the variable CDK8S_OUTDIR names: leave out outdir of its App'],
    },
  },
  'component-not-found': {
    cause: 'An application binds a component that is not among the manifests that were read: ports, '
      + 'parameters and traits are not checked against it.',
    remedy: 'Give the file of the component too. If it is only in the cluster, nothing is wrong.',
    says: ['binds component {component}, which is not among the manifests: nothing is checked against it',
      'give its file too, if there is one'],
  },
  'guard-left-out': {
    cause: 'With `render --keep-going`, an object that decides which requests are let in (an AuthorizationPolicy or a NetworkPolicy, '
      + 'for example) is not rendered.',
    background: 'An Ingress of the same application, or of the same namespace, may rely on it, and would be open.',
    remedy: 'Fix what the to-do list says of that object; the Ingress is then rendered too.',
    help: 'first do what the list says about the guard, or write an Ingress by hand once the application is guarded in another way',
    says: {
      guard: 'lets requests in, and {guard:bare}, which may guard them, is not rendered',
      policy: 'leads to path {route} on host {host}, whose authorizationPolicy is not rendered',
    },
  },
  'helm-chart': {
    cause: 'The `synthConfig` of cdk8s.yaml lets `cdk8s synth` write more than the app does: a Helm chart, '
      + 'whose files are not all manifests.',
    remedy: 'Run `cdk8s synth`, or name a configuration without `synthConfig` by `--config`; to compare, '
      + 'name the folder with the templates of the chart.',
    says: {
      diff: ['asks for more than plain manifests (such as a Helm chart), which cannot be compared',
        "name a configuration without it by --config, and the folder with the chart's templates"],
      synth: ['asks for more than plain manifests (such as a Helm chart), which is not written here',
        'run `cdk8s synth`, or name a configuration without it by --config'],
    },
  },
  'no-objects': {
    cause: 'The input has no Kubernetes object: the files are empty, or have comments only.',
    background: 'Without this finding, an empty input would pass every check.',
    remedy: 'Check the path, and what has written the file, such as a template whose parts are all switched off.',
    says: {
      unchecked: ['holds no Kubernetes object, so that nothing is checked', 'check the path, and what has written the file'],
      imported: ['the manifests hold no Kubernetes object', 'name the files that hold them'],
      unrendered: ['gives no Kubernetes object', 'check the path, and what has written the files'],
    },
  },
  'no-password': {
    cause: 'There is a user and no password for it: neither the environment, nor a file, nor the Secret has one, '
      + 'and there is no terminal to ask on.',
    remedy: 'Set `CDK8S_OAM_PASSWORD`, or give `--password-file`. The password is never an argument: '
      + 'other users of the machine can see arguments.',
    says: {
      'not-readable': ['cannot be read: {error:bare} {path:file}', 'check the path, and who may read it'],
      'not-utf8': ['is not UTF-8: {path:file}', 'save it as UTF-8'],
      'nobody-to-ask': ['there is no password for user {user}', 'set CDK8S_OAM_PASSWORD, or give --password-file; it is never an argument'],
      'none-typed': ['no password was given', 'type it, set CDK8S_OAM_PASSWORD, or give --password-file'],
    },
  },
  'not-in-types': {
    cause: 'A value of a manifest does not fit the types of this library: its field is newer than they are, it is null, '
      + 'or it is of another type.',
    background: '`import` writes it as plain data, and names it in a comment of the program.',
    remedy: 'Keep it as it is, or correct the value in the program.',
    help: KEEP,
    says: {
      'unknown': 'is not in the types',
      'null': 'is null',
      'string': 'is not a string',
      'number': 'is not a number',
      'boolean': 'is not a boolean',
      'list': 'is not a list',
      'map': 'is not a map',
      'object': 'is not an object',
      'value': 'has a value that the types do not allow',
      'version': 'is not {version:bare}',
      'changed': 'would be written differently',
      'date': 'is a date, which the types write differently',
      'no-type': 'no type for {type:bare}',
      'outside': 'no type for {type:bare} outside of an application',
      'both-names': 'is beside a componentName',
      'missing': 'is missing',
      'added': 'would be added',
      'empty': 'is empty',
      'nothing': 'holds a null or an empty value, which cdk8s leaves out',
    },
  },
  'nothing-declared': {
    cause: 'Among the manifests there is neither an ApplicationConfiguration with a component, nor a workload or a monitor with the labels '
      + '`app.oam.dev/name` and `app.oam.dev/component`, nor alert rules of MetricsAlerts, so that there is nothing to verify.',
    background: 'Groups without rules do not count, and with `--no-rules` no rules do.',
    remedy: 'Give the files that hold them: the output folder of `cdk8s synth`.',
    says: {
      'nothing': ['there is neither an ApplicationConfiguration with a component among the manifests, nor a workload or a monitor '
        + 'with the labels app.oam.dev/name and app.oam.dev/component, nor an alert rule of MetricsAlerts',
      'give the files that hold them, such as the output of `cdk8s synth`'],
      'rules-left-out': ['there are alert rules alone among the manifests, and --no-rules leaves them out',
        'give the files with the applications, too, or leave out the option'],
    },
  },
  'other-oam-version': {
    cause: 'An object is of another version of OAM than `core.oam.dev/v1alpha2`, or of a kind of it that the library does not know.',
    background: 'It is written back as it is, and not checked. A workload, a trait or a kind of the vendor in a version that the platform '
      + 'does not serve is an error: it would have no effect.',
    remedy: 'Check it with the tools of its own platform, or give it the version that the message names.',
    says: {
      'not-served': ['must be {served}, the only version of {kind:bare} that the platform serves, got {value}',
        'write {served}, or check it with the tools of its own platform'],
      'not-known': ['is {kind:bare} of {version:bare}, which is unknown: it is neither changed nor checked',
        'check it with the tools of its own platform'],
      'misspelt': ['is {kind:bare} of {version:bare}, which is unknown: it is neither changed nor checked', 'write {word}'],
    },
  },
  'other-revision': {
    cause: 'An application of a cluster is pinned to a revision, and its component has changed since, '
      + 'as its `status.latestRevision.name` says.',
    background: 'The workload of the revision runs; that of the component is rendered.',
    remedy: 'Take the workload from the ControllerRevision (`data.spec.workload`) into the component, '
      + 'or name the component in place of the revision.',
    says: ['is {revision}, but the component, which is rendered, is now {latest}',
      'take the workload from the ControllerRevision, or name the component'],
  },
  'output-not-empty': {
    cause: 'The folder of a new project exists and holds something, or there is a file of its name: '
      + "what is there might be somebody's work, and is not touched.",
    remedy: 'Name a folder that does not exist, or an empty one.',
    help: 'name another folder; nothing is written',
    says: {
      content: 'must be a folder that does not exist, or is empty: {folder:file} holds {others:quoted}',
      repository: 'must be a folder that does not exist, is empty, or holds .git alone: {folder:file} holds {others:quoted}',
      file: 'must be a folder that does not exist, or is empty: {folder:file} is a file, or below one',
      link: 'must be a folder that does not exist, or is empty: {folder:file} is a link that leads to nothing',
    },
  },
  'output-not-writable': {
    cause: 'A file or folder cannot be written: a file is where a folder must be, the permissions do not allow it, or the disk is full.',
    background: 'Files that were there before are as they were, unless the message says otherwise; then each is whole, old or new.',
    remedy: 'Check the path and the permissions, or name another folder.',
    says: {
      'file-and-folder': ['is a file, and the folder of {path} too', 'rename one of them'],
      'folder-for-file': ['is a folder, where a file must be', 'remove the folder, or move it'],
      'file-for-folder': ['is a file, where a folder must be', 'remove it, or move it'],
      'link-for-folder': ['is a link, where a folder must be: what is written would be somewhere else', 'remove it, or move it'],
      'dangling-link': ['is a link that leads to nothing, where a folder must be', 'remove it, or move it'],
      'odd-index': ['is not a regular file, and holds the index of what was written', 'remove it'],
      'no-access': ['cannot be written into: {error:bare}', 'check its permissions, or name another folder'],
      'not-read': ['cannot be read: {error:bare}', 'check its permissions; nothing has changed'],
      'not-written': ['cannot be written: {error:bare}', 'check its permissions and the space on the disk; nothing has changed'],
      'not-all-written': ['cannot be written: {error:bare}',
        'check its permissions and the space on the disk; every file is whole, old or new, and the next run does the rest'],
      'not-readable': ['cannot be read: {error:bare} {folder:file}', 'check the path and its permissions'],
      'output-folder': ['the output folder {folder:file} cannot be created ({error:bare})',
        'check the path and its permissions, or name another one by --output'],
      'temporary-folder': ['no temporary folder can be created in {folder:file} ({error:bare})',
        'name another folder in the variable TMPDIR'],
    },
  },
  'password-in-manifest': {
    cause: 'A manifest that is imported has what looks like a password: the data of a Secret, '
      + 'a value whose name has a word such as `password` or `token` in it, or a URL with a password.',
    background: 'The program has it in plain text, and so does the repository of the program.',
    remedy: 'Take it out of the program: refer to a Secret that is created elsewhere (`fromSecret`, `valueFrom`), '
      + 'or pass the value as a prop that `main.ts` reads from outside.',
    help: 'take it out of the program, and refer to a Secret that is created elsewhere',
    says: {
      value: 'looks like a password ({name:bare}), which is now in the program',
      url: 'has a URL with a password, which is now in the program',
    },
  },
  'placeholder': {
    cause: 'A value looks like what a template has in its place: `{{ .Name }}`, `##NAME##`, `${NAME}`, `<name>`.',
    remedy: 'Fill in the template with the tool that it was written for (`helm template`, `envsubst`, a script), and read what comes out.',
    help: 'fill in the template, with the tool that it was written for, and read what comes out',
    says: {
      value: 'looks like the placeholder of a template that was not filled in',
      comment: 'has no value: the placeholder behind it is read as a comment',
    },
  },
  'placement-left-out': {
    cause: 'An application or a component for several clusters is rendered for one: the objects say nothing of its placement, '
      + 'nor of the secrets that go with it.',
    remedy: 'Apply the manifests, and the secrets, to each of the clusters.',
    says: ['is lost: what is rendered is for one cluster', 'apply it to each of the clusters'],
  },
  'standalone-oam-object': {
    cause: 'A trait, a workload or a definition of an OAM platform is outside of an application, '
      + 'and no application among the manifests says what it belongs to.',
    background: 'A cluster without an OAM platform does not know its kind.',
    remedy: 'Put a trait or a workload into an ApplicationConfiguration or a Component; leave out what only an OAM platform reads.',
    says: {
      'custom-object': ['is a {kind:bare} of {version:bare}, which a cluster without an OAM platform does not know',
        'declare it by an ApplicationConfiguration and its components, or leave it out'],
      'made': ['is what the OAM runtime made of application {application}, and is not rendered: the application says the same',
        'leave it out'],
      'alone': ['is outside of an application, and a cluster without an OAM platform does not know the kind {kind:bare}',
        'put a trait or a workload into an application or a component; leave out what only the platform reads'],
    },
  },
  'usage': {
    cause: 'A command or an option does not exist, options contradict each other, something is missing, '
      + 'or an option belongs to another tool.',
    remedy: 'Change what the message names; `cdk8s-oam help` lists the commands, and `--help` the options of one.',
    says: {
      'unknown-command': ['{value} is not a command', 'see `cdk8s-oam help`'],
      'unknown-code': ['{value} is not a code', 'run `cdk8s-oam explain` for all of them'],
      'unknown-shell': ['must be one of {allowed:list}, got {value}', 'name one of them'],
      'unknown-option': ['is not an option', 'see `{command:bare} --help`'],
      'missing-argument': ['is required', 'see `{command:bare} --help`'],
      'excess-arguments': ['the command takes {most|argument}, got {count}', 'leave out the rest; an argument with spaces needs quotes'],
      'missing-value': ['must have a value', 'write {flags:bare}'],
      'missing-option': ['is required', 'write {flags:bare}'],
      'other': ['the arguments are wrong ({error:bare})', 'see `{command:bare} --help`'],
      'beside': ['cannot be used with {other:bare}', 'leave one of them out'],
      'without': ['is for {other:bare}', 'give {other:bare}, or leave it out'],
      'beside-discovery': ['cannot be used with {flags:list}', 'leave out one or the other'],
      'no-scraper': ['is required, or --namespace with --ingress or --http-route', 'say where the scraper is'],
      'no-user': ['is required beside --password-file', 'name the user whose password it is'],
      'password-argument': ['is not an option: other users see arguments in the list of processes',
        'set CDK8S_OAM_PASSWORD, or give --password-file'],
      'no-server-rules': ['needs the package {what:bare}', 'run `npm install --save-dev {what:bare}`'],
      'broken-server-rules': ['needs the package {what:bare}, which cannot be loaded: {message:bare}', 'install it again'],
      'no-paths': ['is required: manifests, and folders of them', 'name them; - is standard input'],
      'output-meets-input': ['must not hold what is read, or be in it: {path:file}', 'name a folder beside it'],
      'one-name': ['would get {name:file} from two files, {first:file} and {second:file}',
        'rename one of them, or name the folder that holds both'],
      'no-to-do-list': ['prints the to-do list of --keep-going on standard output, in place of the manifests',
        'give --keep-going, and --out with a folder for the manifests'],
      'two-names': ['must have the names of two environments, got {count}', 'write --between staging production'],
      'one-environment': ['must have the names of two different environments, got {value} twice', 'name another one'],
      'unknown-environment': ['must be one of {allowed:list}, got {value}', 'name an environment of the program'],
      'unknown-format': ['must be one of {allowed:list}, got {value}', 'choose one'],
      'application-name': ['must be a DNS-1035 label (lower-case letters, digits and "-", beginning with a letter), got {value}',
        'give the application another name'],
      'taken-name': ['must be none of {others:list}, got {value}', 'give the application another name'],
      'long-name': ['must have at most {max} characters together with "-" and the environment {environment:bare}, got {value}',
        'give the application or the environment a shorter name'],
      'no-names': ['must have a name', 'write them with commas, such as dev,staging,prod'],
      'image-version': ['must have a tag other than "latest", or a digest, got {value}', 'write <name>:<tag>'],
      'one-port': ['must be another port than --port: requests from outside would reach the metrics too', 'name the port of the metrics'],
      'owner': ['must be a user or a group of the code host, or an e-mail address, got {value}', 'write @<user> or @<group>/<name>'],
      'several-environments': ['is required, since the app has the environments {allowed:list}', 'name the one of the cluster'],
      'no-environment': ['names an environment, and the app has none', 'leave it out'],
      'no-environments': ['compares environments, and the app has none',
        'declare them with Environments, or compare with a folder: cdk8s-oam diff DIR'],
      'empty-path': ['must be the path of a folder, got {value}', 'name the folder of the new project'],
      'file-for-folder': ['must be a folder, and {path:file} is a file', 'name the folder that the app writes'],
      'krm-alone': ['must be given alone', 'name files and settings in the functionConfig'],
      'krm-keep-going': ['is not for kustomize, which applies what is rendered and shows no to-do list',
        'run cdk8s-oam render --keep-going'],
      'krm-standard-input': ['must not be standard input, from which the list comes', 'name files and folders'],
      'krm-terminal': ['is a terminal, and must be a ResourceList', 'let kustomize call it, or use cdk8s-oam render'],
      'plugin-arguments': ['takes no options, and no arguments but the file of a configuration',
        'let kustomize call it, or use cdk8s-oam render'],
      'plugin-configurations': ['must hold one configuration, got {count}', 'let kustomize call it, or use cdk8s-oam render'],
      'synth-charts': ['belongs to Helm charts, which are not written here', 'run `cdk8s synth`'],
      'synth-validation': ['belongs to validations, which are not run here', 'run `cdk8s synth`'],
      'synth-validations': ['are configured, but not run here', 'run `cdk8s synth`, which runs them, or give --no-validate'],
      'synth-variable': ['is read by `cdk8s synth` in place of {flag:bare}, but not here', 'unset the variable, and give the flag'],
      'for-kubernetes': ['is for platform kubernetes, and the platform is oam', 'leave it out, or give --platform kubernetes'],
      'platform-required': ['is required', 'give oam or kubernetes, or set platform in {file:bare}'],
      'prometheus-required': ['is required for platform kubernetes',
        'give <namespace>/<name> of the Prometheus resource, or set kubernetes.prometheus in {file:bare}'],
      'monitor-selector-required': ['is required for platform kubernetes',
        joined('give the labels by which the Prometheus resource selects monitors, or all, ',
          'or set kubernetes.prometheus.monitorSelector in {file:bare}')],
      'ingress-class-required': ['is required for Ingresses',
        joined('give the name of the IngressClass, give --gateway or --istio-gateway in its place, or set kubernetes.ingress.className ',
          'in {file:bare}')],
      'certificates-required': ['is required, or --issuer, --tls-secret or --insecure-without-tls',
        'give one of them, or set kubernetes.ingress.tls in {file:bare}'],
    },
  },
  'watch-failed': {
    cause: 'The folder of cdk8s.yaml cannot be watched for changes, so that `synth --watch` would miss some.',
    remedy: 'Do what the message says, or run `synth` without `--watch` after each change.',
    says: {
      'too-many': ['the folder {folder:file} cannot be watched: the system has no more watchers ({error:bare})',
        joined('raise fs.inotify.max_user_watches and fs.inotify.max_user_instances, or the limit of open files, ',
          'or move what the app does not read out of the folder of cdk8s.yaml')],
      'not-watched': ['the folder {folder:file} cannot be watched ({error:bare})',
        'run the command without --watch after each change'],
      'gone': ['the folder {folder:file} is gone', 'run the command where the app is'],
      'output-around': ['the output folder {folder:file} holds the folder of cdk8s.yaml, so that nothing else is left to watch',
        'name another one by --output, or in cdk8s.yaml'],
    },
  },
} as const satisfies Record<string, Explanation>;
