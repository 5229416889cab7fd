import { counted, CodeSentences, quotedFile, List, commaList, Name, ofWords, quotedList, shown } from '../sentence';
import type { Shown } from '../finding';

/** The remedy for a value that the program has as plain data. */
const KEEP = 'keep it, or correct the value in the program';

/** How a value differs from what the types express. */
const MISFITS = {
  'added': 'would be added',
  'boolean': 'is not a boolean',
  'both-names': 'is beside a componentName',
  'changed': 'would be written differently',
  'date': 'is a date, which the types write differently',
  'empty': 'is empty',
  'list': 'is not a list',
  'map': 'is not a map',
  'missing': 'is missing',
  'nothing': 'holds a null or an empty value, which cdk8s leaves out',
  'null': 'is null',
  'number': 'is not a number',
  'object': 'is not an object',
  'string': 'is not a string',
  'unknown': 'is not in the types',
  'value': 'has a value that the types do not allow',
};

export type Misfit = keyof typeof MISFITS;

/** Findings of commands: about their flags, and about manifests that are checked, rendered, imported or compared. */
export const COMMANDS_CODES = {
  'app-failed': {
    'help': 'see its output above',
    'own-words': ofWords,
    'exit-code': (p: { exitCode: number }) => `the app ended with exit code ${p.exitCode}`,
    'signal': (p: { signal: string }) => `the app was ended by ${p.signal}`,
    'not-run': (p: { error: string }) => `the app cannot be run (${p.error})`,
    'own-outdir': ['must be left out of an App whose manifests a command compares or shows: it would overwrite a '
      + 'folder',
    'set output in cdk8s.yaml instead, or use GitOpsApp'],
    'changed-folder': (p: { folder: string; file: string }) =>
      [`the app has changed ${quotedFile(p.folder)} itself, such as ${quotedFile(p.file)}`,
        'let it write into the folder that the variable CDK8S_OUTDIR names: leave out outdir of its App'],
  },
  'component-not-found': (p: { component: Name }) =>
    [`binds component ${shown(p.component)}, which is not among the manifests: nothing is checked against it`,
      'give its file too, if there is one'],
  'guard-left-out': (p: { guard: string }) => [
    `lets requests in, and ${p.guard}, which may guard them, is not rendered`,
    'first do what the list says about the guard, or write an Ingress by hand once the application is guarded in '
      + 'another way',
  ],
  'helm-chart': {
    diff: ['asks for more than plain manifests (such as a Helm chart), which cannot be compared',
      "name a configuration without it by --config, and the folder with the chart's templates"],
    graph: ['asks for more than plain manifests (such as a Helm chart), which is not drawn',
      'name a configuration without it by --config'],
    synth: ['asks for more than plain manifests (such as a Helm chart), which is not written here',
      'run `cdk8s synth`, or name a configuration without it by --config'],
  },
  'no-objects': { 'own-words': ofWords },
  'no-password': {
    'own-words': ofWords,
    'not-readable': (p: { error: string; path: string }) => [`cannot be read: ${p.error} ${quotedFile(p.path)}`,
      'check the path, and who may read it'],
    'not-utf8': (p: { path: string }) => [`is not UTF-8: ${quotedFile(p.path)}`, 'save it as UTF-8'],
    'nobody-to-ask': (p: { user: Name }) => [`there is no password for user ${shown(p.user)}`,
      'set CDK8S_OAM_PASSWORD, or give --password-file; it is never an argument'],
  },
  'not-in-types': {
    'help': KEEP,
    'misfit': (p: { how: Misfit }) => MISFITS[p.how],
    'version': (p: { version: string }) => `is not ${p.version}`,
    'no-type': (p: { type: string }) => `no type for ${p.type}`,
  },
  'other-oam-version': {
    'not-served': (p: { served: Name; kind: string; value: Shown }) =>
      [`must be ${shown(p.served)}, the only version of ${p.kind} that the platform serves, got ${shown(p.value)}`,
        `write ${shown(p.served)}, or check it with the tools of its own platform`],
    'not-known': (p: { kind: string; version: string }) =>
      [`is ${p.kind} of ${p.version}, which is unknown: it is neither changed nor checked`,
        'check it with the tools of its own platform'],
  },
  'other-revision': (p: { revision: Shown; latest: Shown }) =>
    [`is ${shown(p.revision)}, but the component, which is rendered, is now ${shown(p.latest)}`,
      'take the workload from the ControllerRevision, or name the component'],
  'output-not-empty': {
    help: 'name another folder; nothing is written',
    content: (p: { folder: string; others: List }) =>
      `must be a folder that does not exist, or is empty: ${quotedFile(p.folder)} holds ${quotedList(p.others)}`,
    repository: (p: { folder: string; others: List }) =>
      [`may hold only .git, README* and LICENSE*: ${quotedFile(p.folder)} holds ${quotedList(p.others)}`,
        'remove them, or name another folder; nothing is written'],
    file: (p: { folder: string }) =>
      `must be a folder that does not exist, or is empty: ${quotedFile(p.folder)} is a file, or below one`,
  },
  'output-not-writable': {
    'file-and-folder': (p: { path: Name }) =>
      [`is a file, and the folder of ${shown(p.path)} too`, 'rename one of them'],
    'folder-for-file': ['is a folder, where a file must be', 'remove the folder, or move it'],
    'file-for-folder': ['is a file, where a folder must be', 'remove it, or move it'],
    'link-for-folder': ['is a link, where a folder must be: what is written would be somewhere else',
      'remove it, or move it'],
    'locked-by-nobody': ['is the lock of a run that has ended without a trace, or is just beginning',
      'if no other run is writing, delete this file'],
    'locked': (p: { pid: number; host: string; since: string }) =>
      [`is the lock of another run, process ${p.pid} on ${p.host} since ${p.since}`,
        'wait for that run; if its process no longer exists, delete this file'],
    'not-read': (p: { error: string }) => [`cannot be read: ${p.error}`, 'check its permissions; nothing has changed'],
    'not-written': (p: { error: string }) => [`cannot be written: ${p.error}`,
      'check its permissions and the space on the disk; nothing has changed'],
    'not-all-written': (p: { error: string }) => [`cannot be written: ${p.error}`,
      'check its permissions and the space on the disk; every file is whole, old or new, and the next run does the '
        + 'rest'],
    'not-readable': (p: { error: string; folder: string }) => [`cannot be read: ${p.error} ${quotedFile(p.folder)}`,
      'check the path and its permissions'],
    'output-folder': (p: { folder: string; error: string }) =>
      [`the output folder ${quotedFile(p.folder)} cannot be created (${p.error})`,
        'check the path and its permissions, or name another one by --output'],
    'temporary-folder': (p: { folder: string; error: string }) =>
      [`no temporary folder can be created in ${quotedFile(p.folder)} (${p.error})`,
        'name another folder in the variable TMPDIR'],
  },
  'password-in-manifest': {
    help: 'refer to a Secret that is created elsewhere',
    value: (p: { name: string }) => `looks like a password (${p.name})`,
    url: 'has a URL with a password',
    form: 'looks like a token or a private key',
    secret: (p: { keys: List }) => `holds ${quotedList(p.keys)} of a Secret`,
  },
  'placeholder': {
    'help': 'fill in the template, with the tool that it was written for, and read what comes out',
    'own-words': ofWords,
  },
  'placement-left-out': ['is lost: what is rendered is for one cluster', 'apply it to each of the clusters'],
  'standalone-oam-object': {
    'custom-object': (p: { kind: string; version: string }) =>
      [`is a ${p.kind} of ${p.version}, which a cluster without an OAM platform does not know`,
        'declare it by an ApplicationConfiguration and its components, or leave it out'],
    'made': (p: { application: Name }) =>
      [`is what the OAM runtime made of application ${shown(p.application)}, and is not rendered: the application `
        + 'says the same',
      'leave it out'],
    'alone': (p: { kind: string }) =>
      [`is outside of an application, and a cluster without an OAM platform does not know the kind ${p.kind}`,
        'put a trait or a workload into an application or a component; leave out what only the platform reads'],
  },
  'usage': {
    'own-words': ofWords,
    'synth-variable': (p: { flag: string }) =>
      [`is read by \`cdk8s synth\` in place of ${p.flag}, but not here`, 'unset the variable, and give the flag'],
    'excess-arguments': (p: { most: number; count: number }) =>
      [`the command takes ${counted(p.most, 'argument')}, got ${p.count}`,
        'leave out the rest; an argument with spaces needs quotes'],
    'one-of': (p: { allowed: List; value: Shown }) =>
      [`must be one of ${commaList(p.allowed)}, got ${shown(p.value)}`, 'choose one'],
    'unknown': (p: { what: 'a code' | 'a command' | 'an option'; remedy: string }) => [`is not ${p.what}`, p.remedy],
    'missing': (p: { write: string }) => ['is required', `write ${p.write}`],
    'peer': (p: { what: string }) => [`needs the package ${p.what}`, `run \`npm install ${p.what}\``],
    'server-rules': (p: { what: string; message?: string }) =>
      [`needs the package ${p.what}${p.message ? `, which cannot be loaded: ${p.message}` : ''}`,
        p.message ? 'install it again' : `run \`npm install --save-dev ${p.what}\``],
    'two-names': (p: { given: List }) =>
      [`must have the names of two different environments, got ${commaList(p.given)}`,
        'write --between staging production'],
    'other': (p: { error: string; command: string }) =>
      [`the arguments are wrong (${p.error})`, `see \`${p.command} --help\``],
    'beside': (p: { other: string }) => [`cannot be used with ${p.other}`, 'leave one of them out'],
    'not-drawn': (p: { value: Shown }) =>
      [`names ${shown(p.value)}, which is not in the picture`, 'leave it out to see all'],
    'output-meets-input': (p: { path: string }) => [`must not hold what is read, or be in it: ${quotedFile(p.path)}`,
      'name a folder beside it'],
    'one-name': (p: { name: string; first: string; second: string }) =>
      [`would get ${quotedFile(p.name)} from two files, ${quotedFile(p.first)} and ${quotedFile(p.second)}`,
        'rename one of them, or name the folder that holds both'],
    'taken-name': (p: { others: List; value: Shown }) =>
      [`must be none of ${commaList(p.others)}, got ${shown(p.value)}`, 'give the application another name'],
    'long-name': (p: { max: number; environment: string; value: Shown }) =>
      [`must have at most ${p.max} characters together with "-" and the environment ${p.environment}, got `
        + `${shown(p.value)}`,
      'give the application or the environment a shorter name'],
    'file-for-folder': (p: { path: string }) => [`must be a folder, and ${quotedFile(p.path)} is a file`,
      'name the folder that the app writes'],
  },
} as const satisfies Record<string, CodeSentences>;
