import type { Explanation } from '../explanation';

/** What can be wrong when existing manifests are taken over: checked, rendered, imported, compared. */
export const TAKEOVER_CODES = {
  'component-not-found': {
    cause: 'An application binds a component that is not among the manifests that were read: ports, parameters and traits are not checked against it.',
    remedy: 'Give the file of the component too. If it is only in the cluster, nothing is wrong.',
    says: {
      problem: 'binds component {component}, which is not among the manifests: nothing is checked against it',
      remedy: 'give its file too, if there is one',
    },
  },
  'guard-left-out': {
    cause: 'With `render --keep-going`, an object that decides which requests are let in (an AuthorizationPolicy or a NetworkPolicy, for example) is not rendered.',
    background: 'An Ingress of the same application, or of the same namespace, may rely on it, and would be open.',
    remedy: 'Fix what the to-do list says of that object; the Ingress is then rendered too.',
    says: {
      guard: {
        problem: 'lets requests in, and {guard:bare}, which may guard them, is not rendered',
        remedy: 'first do what the list says about the guard, or write an Ingress by hand once the application is guarded in another way',
      },
      policy: {
        problem: 'leads to path {route} on host {host}, whose authorizationPolicy is not rendered',
        remedy: 'first do what the list says about the guard, or write an Ingress by hand once the application is guarded in another way',
      },
    },
  },
  'no-objects': {
    cause: 'The input has no Kubernetes object: the files are empty, or have comments only.',
    background: 'Without this finding, an empty input would pass every check.',
    remedy: 'Check the path, and what has written the file, such as a template whose parts are all switched off.',
    says: {
      unchecked: {
        problem: 'holds no Kubernetes object, so that nothing is checked',
        remedy: 'check the path, and what has written the file',
      },
      imported: { problem: 'the manifests hold no Kubernetes object', remedy: 'name the files that hold them' },
      unrendered: { problem: 'gives no Kubernetes object', remedy: 'check the path, and what has written the files' },
    },
  },
  'other-oam-version': {
    cause: 'An object is of another version of OAM than `core.oam.dev/v1alpha2`, or of a kind of it that the library does not know.',
    background: 'It is written back as it is, and not checked. A workload, a trait or a kind of the vendor in a version that the platform does not serve is an error: it would have no effect.',
    remedy: 'Check it with the tools of its own platform, or give it the version that the message names.',
    says: {
      'not-served': {
        problem: 'must be {served}, the only version of {kind:bare} that the platform serves, got {value}',
        remedy: 'write {served}, or check it with the tools of its own platform',
      },
      'not-known': {
        problem: 'is {kind:bare} of {version:bare}, which is unknown: it is neither changed nor checked',
        remedy: 'check it with the tools of its own platform',
      },
      'misspelt': {
        problem: 'is {kind:bare} of {version:bare}, which is unknown: it is neither changed nor checked',
        remedy: 'write {word}',
      },
    },
  },
  'other-revision': {
    cause: 'An application of a cluster is pinned to a revision, and its component has changed since, as its `status.latestRevision.name` says.',
    background: 'The workload of the revision runs; that of the component is rendered.',
    remedy: 'Take the workload from the ControllerRevision (`data.spec.workload`) into the component, or name the component in place of the revision.',
    says: {
      problem: 'is {revision}, but the component, which is rendered, is now {latest}',
      remedy: 'take the workload from the ControllerRevision, or name the component',
    },
  },
  'placeholder': {
    cause: 'A value looks like what a template has in its place: `{{ .Name }}`, `##NAME##`, `${NAME}`, `<name>`.',
    remedy: 'Fill in the template with the tool that it was written for (`helm template`, `envsubst`, a script), and read what comes out.',
    says: {
      value: {
        problem: 'looks like the placeholder of a template that was not filled in',
        remedy: 'fill in the template, with the tool that it was written for, and read what comes out',
      },
      comment: {
        problem: 'has no value: the placeholder behind it is read as a comment',
        remedy: 'fill in the template, with the tool that it was written for, and read what comes out',
      },
    },
  },
  'placement-left-out': {
    cause: 'An application or a component for several clusters is rendered for one: the objects say nothing of its placement, nor of the secrets that go with it.',
    remedy: 'Apply the manifests, and the secrets, to each of the clusters.',
    says: { problem: 'is lost: what is rendered is for one cluster', remedy: 'apply it to each of the clusters' },
  },
  'output-not-empty': {
    cause: 'The folder of a new project exists and holds something, or there is a file of its name: what is there might be somebody\'s work, and is not touched.',
    remedy: 'Name a folder that does not exist, or an empty one.',
    says: {
      content: {
        problem: 'must be a folder that does not exist, or is empty: {folder:file} holds something',
        remedy: 'name another folder',
      },
      file: {
        problem: 'must be a folder that does not exist, or is empty: {folder:file} is a file, or below one',
        remedy: 'name another folder',
      },
    },
  },
  'output-not-writable': {
    cause: 'A file or folder cannot be written: a file is where a folder must be, the permissions do not allow it, or the disk is full.',
    background: 'Files that were there before are as they were, unless the message says otherwise; then each is whole, old or new.',
    remedy: 'Check the path and the permissions, or name another folder.',
    says: {
      'file-and-folder': { problem: 'is a file, and the folder of {path} too', remedy: 'rename one of them' },
      'folder-for-file': { problem: 'is a folder, where a file must be', remedy: 'remove the folder, or move it' },
      'file-for-folder': { problem: 'is a file, where a folder must be', remedy: 'remove it, or move it' },
      'link-for-folder': {
        problem: 'is a link, where a folder must be: what is written would be somewhere else',
        remedy: 'remove it, or move it',
      },
      'dangling-link': { problem: 'is a link that leads to nothing, where a folder must be', remedy: 'remove it, or move it' },
      'odd-index': { problem: 'is not a regular file, and holds the index of what was written', remedy: 'remove it' },
      'no-access': { problem: 'cannot be written into: {error:bare}', remedy: 'check its permissions, or name another folder' },
      'not-read': { problem: 'cannot be read: {error:bare}', remedy: 'check its permissions; nothing has changed' },
      'not-written': {
        problem: 'cannot be written: {error:bare}',
        remedy: 'check its permissions and the space on the disk; nothing has changed',
      },
      'not-all-written': {
        problem: 'cannot be written: {error:bare}',
        remedy: 'check its permissions and the space on the disk; every file is whole, old or new, and the next run does the rest',
      },
      'not-readable': { problem: 'cannot be read: {error:bare} {folder:file}', remedy: 'check the path and its permissions' },
      'output-folder': {
        problem: 'the output folder {folder:file} cannot be created ({error:bare})',
        remedy: 'check the path and its permissions, or name another one by --output',
      },
      'temporary-folder': {
        problem: 'no temporary folder can be created in {folder:file} ({error:bare})',
        remedy: 'name another folder in the variable TMPDIR',
      },
    },
  },
  'standalone-oam-object': {
    cause: 'A trait, a workload or a definition of an OAM platform is outside of an application, and no application among the manifests says what it belongs to.',
    background: 'A cluster without an OAM platform does not know its kind.',
    remedy: 'Put a trait or a workload into an ApplicationConfiguration or a Component; leave out what only an OAM platform reads.',
    says: {
      'custom-object': {
        problem: 'is a {kind:bare} of {version:bare}, which a cluster without an OAM platform does not know',
        remedy: 'declare it by an ApplicationConfiguration and its components, or leave it out',
      },
      'made': {
        problem: 'is what the OAM runtime made of application {application}, and is not rendered: the application says the same',
        remedy: 'leave it out',
      },
      'alone': {
        problem: 'is outside of an application, and a cluster without an OAM platform does not know the kind {kind:bare}',
        remedy: 'put a trait or a workload into an application or a component; leave out what only the platform reads',
      },
    },
  },
  'app-failed': {
    cause: 'The command that runs the app has ended with an exit code or by a signal, cannot be run, or has written no manifests: there is nothing to compare, or nothing was written.',
    remedy: 'Read what the app has printed. It must write to the folder that the variable `CDK8S_OUTDIR` names, as every cdk8s `App` does that is given no `outdir`.',
    says: {
      'exit-code': { problem: 'the app ended with exit code {exitCode}', remedy: 'see its output above' },
      'signal': { problem: 'the app was ended by {signal:bare}', remedy: 'see its output above' },
      'not-run': { problem: 'the app cannot be run ({error:bare})', remedy: 'see its output above' },
      'all-removed': {
        problem: 'the app has written no manifests, and has removed those that were there',
        remedy: 'check that its charts are still created; if there should be none, the app need not run any more',
      },
      'nothing-written': {
        problem: 'the app has written no manifests into the folder that the variable CDK8S_OUTDIR names',
        remedy: 'call its synth(), and leave out outdir of its App',
      },
      'kept-folder': {
        problem: 'the app was kept from writing into {folder:file}',
        remedy: 'let it write into the folder that the variable CDK8S_OUTDIR names: leave out outdir of its App',
      },
      'changed-folder': {
        problem: 'the app has changed {folder:file} itself, such as {file:file}',
        remedy: 'let it write into the folder that the variable CDK8S_OUTDIR names: leave out outdir of its App',
      },
    },
  },
  'helm-chart': {
    cause: 'The `synthConfig` of cdk8s.yaml lets `cdk8s synth` write more than the app does: a Helm chart, whose files are not all manifests.',
    remedy: 'Run `cdk8s synth`, or name a configuration without `synthConfig` by `--config`; to compare, name the folder with the templates of the chart.',
    says: {
      diff: {
        problem: 'asks for more than plain manifests (such as a Helm chart), which cannot be compared',
        remedy: 'name a configuration without it by --config, and the folder with the chart\'s templates',
      },
      synth: {
        problem: 'asks for more than plain manifests (such as a Helm chart), which is not written here',
        remedy: 'run `cdk8s synth`, or name a configuration without it by --config',
      },
    },
  },
} as const satisfies Record<string, Explanation>;
