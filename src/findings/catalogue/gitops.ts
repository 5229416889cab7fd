import type { Explanation } from '../sentence';

/** What can be wrong with an app when GitOpsApp synthesizes it. */
export const GITOPS_CODES = {
  'dependency-cycle': {
    cause: 'Constructs depend on each other in a cycle, so that none can be applied first.',
    background: 'The message names all of them in order.',
    remedy: 'Remove one of the dependencies: an `addDependency()` of one of the constructs, or of a construct around them.',
    help: 'remove one of these dependencies',
    says: {
      'cycle': 'depends on itself: {path:arrows}',
      'explained-cycle': 'depends on itself: {path:arrows} ({because:phrase})',
      'long-cycle': 'depends on itself: {begin:arrows} => … {left} more … => {end:arrows}',
      'explained-long-cycle': 'depends on itself: {begin:arrows} => … {left} more … => {end:arrows} ({because:phrase})',
      'more-cycles': 'is in one of up to {count} more cycles, which are not shown',
    },
  },
  'dependency-outside-chart': {
    cause: 'A construct that is in no chart, such as the app itself, has a dependency or is one.',
    background: 'Only what is in charts can be put in order.',
    remedy: 'Let charts, or constructs in charts, depend on each other.',
    help: 'let charts, or constructs in charts, depend on each other',
    says: {
      source: 'depends on {maker:maker}, and is in no chart',
      target: 'depends on {maker:maker}, which is in no chart',
    },
  },
  'duplicate-file': {
    cause: 'Two objects, charts or apps of one program would be written into one file, and one of them would be lost.',
    remedy: 'Rename one of them, or choose an output type that has no file for each resource. Of two apps, give one another `outdir`.',
    help: 'give the chart another id',
    says: {
      metadata: 'is the file of a chart, and that of the metadata of all constructs: one of them would be lost',
      charts: 'has the file name "{file:bare}", as {maker:maker} has: one of them would be lost',
      objects: ['has the file name "{file:bare}", as {maker:maker} has: one of them would be lost',
        "give each its own 'metadata.name', or choose an output type that has no file for each resource"],
      apps: ['is written by another GitOpsApp of this program too, with another content: one of them would be lost',
        'give the chart or the object another id, or each app its own `outdir`'],
    },
  },
  'invalid-environment': {
    cause: 'The name of an environment is no name of a folder, or that of another one; or its objects cannot be divided into folders.',
    remedy: 'See what the message allows.',
    says: {
      'name': ['must be lower-case letters, digits and "-", with a letter or digit at both ends, got {value}', '', 'give it another name'],
      'twice': ['must be unique, got {value} twice', 'give each its own name'],
      'unknown': ['must be one of {allowed:list}, got {value}', 'name an environment of the program, by --env or in the variable'],
      'cluster': ['must be the name by which Argo CD knows the cluster, not its URL, got {value}', '`argocd cluster list` shows both'],
      'existing': ['has no effect on a namespace that somebody else makes', "leave it out, or leave out 'existing'"],
      'dependency': ['depends on {target:bare}, which is not in this environment: nothing puts environments in order',
        'let only charts and objects of one environment depend on each other'],
      'alone': ['is written with the other environments', 'call Environments.synth()'],
      'no-namespace': ['is required: the folder of the file has its name',
        "give the chart a namespace; if the kind is in none, name it in 'clusterScopedKinds'"],
      'namespace': ['must be one of the namespaces of the environment ({allowed:list}), got {value}',
        "name it in 'namespaces', with 'existing: true' if somebody else makes it"],
    },
  },
  'invalid-images': {
    cause: 'The file with the images of the environments does not fit the program, or is not a map from environments to maps from the '
      + 'names of images to tags or digests.',
    background: 'An image without a tag would be the latest one; one that nobody asks for would be changed without effect.',
    remedy: 'See what the message says; the schema `schemas/images.schema.json` shows the same in editors.',
    says: {
      'map': ['must be a map', 'write "<name>: <value>" on a line of its own for each entry'],
      'string': ['must be a string on one line, and no alias', 'write it out'],
      'name': ['must be the name of an image without tag and digest, got {value}', 'write what precedes the last ":" or "@"'],
      'version': ['must be a tag, a digest (sha256:<64 hexadecimal digits>), or both as <tag>@<digest>, got {value}',
        'write one of them'],
      'environment': ['is no environment of the program; expected one of {allowed:list}', 'add it to the program, or remove it'],
      'no-file': ['is required: image() looks tags up in a file', "name the file in the property 'images' of Environments"],
      'missing': ['is an image that {file:file} does not have for the environment', 'add it there'],
      'assignment': ['must be <name>=<tag or digest>, got {value}', 'write it so, or give --from and names alone'],
      'given-twice': ['is given twice', 'give it once'],
      'not-an-environment': ['must be one of {allowed:list}, as in {file:file}, got {value}', 'add the line "<name>:" for a new one'],
      'not-an-image': ['is not among the images of {environment:bare} in {file:file}', 'give --add if it is new there'],
      'no-line': ['cannot be added to {file:file}', 'write each environment and each image on a line of its own, without braces'],
      'unused': ['is an image that the program does not ask for, at {place:bare}', 'ask for it by image(), or remove the line'],
    },
  },
  'files-differ-in-case': {
    cause: 'The names of two files differ only in upper and lower case.',
    background: 'The file systems of macOS and Windows hold only one of them.',
    remedy: 'Rename one of the charts or objects.',
    says: ['differs from {twin} only in case, or in the Unicode form of a letter', 'rename one of them'],
  },
  'made-while-rendering': {
    cause: 'A Lazy, a resolver or the `toJson()` of an object or a chart has created a construct.',
    background: 'The order of all objects is settled by then: it would be missing from the manifests.',
    remedy: 'Create it before `synth()` is called.',
    says: ['is created while objects are rendered, and would be missing from the manifests',
      'create it before `synth()`, not in a Lazy, a resolver or a `toJson()`'],
  },
  'namespace-on-cluster-scoped': {
    cause: 'An object has a namespace, but its kind is cluster-scoped.',
    background: 'Argo CD and Flux take it for another object than the one in the cluster.',
    remedy: 'Leave `metadata.namespace` out. The namespace of a chart does no harm: it is not given to such kinds.',
    says: ['must be left out, since {kind:bare} is cluster-scoped, got {value}',
      "leave it out; JsonPatch.remove('{pointer:bare}') removes it from an object of a file or a Helm chart"],
  },
  'not-rendered': {
    cause: 'An object, or a chart that renders its objects itself, could not be rendered.',
    background: 'The message is that of cdk8s, or of the program.',
    remedy: 'Look for values in the props of the object that are not plain data, such as an instance of a class or a function.',
    says: ['{message:bare}',
      'give plain data (strings, numbers, booleans, lists and objects), or fix the Lazy, the resolver or the `toJson()` that failed'],
  },
  'shared-output-folder': {
    cause: 'Two instances of GitOpsApp in one program write different charts into one folder.',
    background: 'Each removes what it does not render any more, and would remove the files of the other.',
    remedy: 'Give each a `name`, which keeps their files apart, or its own `outdir`. '
      + 'An app that has written there before keeps its files if its index is renamed too, to `.cdk8s-oam-index.<name>`.',
    says: {
      name: ['is required: another GitOpsApp of this program has written other charts into "{folder:bare}", and would lose them',
        'give each app a `name`, or its own `outdir`'],
      outdir: ['must be a folder of its own: another app of this program has written other charts into "{folder:bare}"',
        'add all environments to one Environments, or choose another folder'],
    },
  },
  'unread-setting': {
    cause: 'A field of the settings of an environment is not read by the program, so that it has no effect.',
    background: 'Its name may be misspelt, or what read it has left the program.',
    remedy: 'Read it from `Environment.settings`, or leave it out of what `add()` gets.',
    says: ['is not read by the program', 'read it from the settings of the environment, or leave it out'],
  },
  'unsafe-path': {
    cause: 'A file would be written outside the output folder, or not every file system accepts its name: it is too long, '
      + 'has a character that Windows forbids, or is that of a device (`con`, `aux`, `nul`, `com1`), '
      + 'which Windows recognizes with any ending.',
    remedy: 'Choose another id for the chart, another name for the object, or another `outputFileExtension`. '
      + 'Rename the manifest that `render --out` reads.',
    help: 'give each part of the path a name that every file system accepts',
    says: {
      'index-name': 'is not a valid index name: it must begin with {prefix}',
      'index-in-folder': 'is not a valid index name: it must be in the output folder itself',
      'index-as-manifest': 'is not a valid index name: it would be taken for a manifest',
      'absolute': 'must be relative to the output folder, not absolute',
      'device': 'must have no part that Windows takes for a device, got {part}',
      'own-prefix': "must have no part that begins with {prefix}, as the library's own files do",
      'empty-part': 'must not have an empty part',
      'upwards': 'must not lead out of its folder by ".."',
      'same-folder': 'must not have the part "."',
      'character': 'must not have the character {character:bare}, which some file systems do not accept',
      'last-character': 'must have no part that ends with a space or a dot, which Windows leaves out, got {part}',
      'long-part': 'must have no part of more than {max} bytes',
    },
  },
} as const satisfies Record<string, Explanation>;
