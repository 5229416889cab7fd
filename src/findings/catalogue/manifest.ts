import { Explanation, joined } from '../sentence';

/** What can be wrong with manifests that are read. */
export const MANIFEST_CODES = {
  'duplicate-key': {
    cause: 'A map of a manifest has one key twice.',
    background: 'Most readers of YAML keep the last and silently drop the other.',
    remedy: 'Leave out one of the two, or give it the key that was meant.',
    says: ['is given twice in one map, first on line {line}', 'leave out one of the two: most readers of YAML silently drop the first'],
  },
  'findings-omitted': {
    cause: 'There are more than 1,000 findings.',
    background: 'The first ones are listed, errors before warnings; the others are counted.',
    remedy: 'Fix what is listed, and run the command again.',
    help: 'start with what is listed, then run the command again',
    says: {
      'last': 'is the last {what:bare}, and is not checked: those before it have {most} findings or more',
      'first': 'is the first of {count} {what:bare}s that are not checked: those before it have {most} findings or more',
      'one-listed': '1 more finding, which is here, is not listed',
      'listed': '{count} more findings, the first of which is here, are not listed',
    },
  },
  'invalid-character': {
    cause: 'A manifest has bytes that are not UTF-8, a control character, half a surrogate pair, '
      + 'or a line break that only some readers of YAML take for one.',
    remedy: 'Save the file as UTF-8, and write an unusual character as an escape in double quotes.',
    says: {
      'character': ['has the character {character:bare}, which not every reader of YAML accepts',
        'leave it out, or write it as an escape in double quotes'],
      'not-utf8': ['has bytes that are not UTF-8', 'save the file as UTF-8'],
      'half-pair': ['has an escape of half a surrogate pair, which is not a character', 'leave it out'],
      'escaped-slash': ['has the escape \\/, which Kubernetes reads in JSON only', 'write / alone'],
      'escaped-pair': ['has a character written as two escapes, which Kubernetes reads in JSON only',
        'write the character itself, or \\U with eight digits'],
    },
  },
  'invalid-number': {
    cause: 'A manifest has a number that JSON does not have (`.inf`, `.nan`, one too large), '
      + 'or an integer so large that many readers of JSON lose its last digits.',
    remedy: 'Put it in quotes if it is a string.',
    help: 'put it in quotes if it is a string',
    says: {
      'not-finite': 'is a number that JSON, and so Kubernetes, does not have',
      'loses-digits': 'is an integer beyond {max}, which loses digits in many readers of JSON',
      'too-large': 'is a number too large for JSON',
    },
  },
  'key-not-text': {
    cause: 'A key of a manifest is read by YAML as a number (`0755`, `1.10`), a boolean (`y`, `on`, `no`) or null, '
      + 'or it is a list or a map.',
    background: 'Kubernetes would turn it into another string than the one that was written, or reject it.',
    remedy: 'Put the key in quotes.',
    help: 'put the key in quotes',
    says: {
      collection: ['has a key that is an alias, a list or a map', 'write the key as a string'],
      boolean: 'is a key that YAML reads as a boolean',
      null: 'is a key that YAML reads as null',
      number: 'is a key that YAML reads as a number',
    },
  },
  'manifest-not-readable': {
    cause: 'A file or folder does not exist, the system does not let it be read, or it is a pipe or a device in a folder of manifests.',
    remedy: 'Check the path and the permissions.',
    says: {
      'no-config': ['does not exist', 'run the command where it is, name it by --config, or give the command by --app'],
      'settings-folder': ['is a folder', 'name the file with the settings'],
      'missing': ['does not exist', 'check the path'],
      'system-error': ['cannot be read ({error:bare})', 'check the path and its permissions'],
      'odd-file': ['is a pipe, a socket or a device, which is read only if it is named itself', 'name it, or take it out of the folder'],
    },
  },
  'manifest-too-large': {
    cause: 'A file is larger than any manifest that a cluster takes, or the files of one run together are, with what their aliases repeat: '
      + 'what is read is kept in memory.',
    background: 'It may not be a manifest at all, or it lists everything in a cluster.',
    remedy: 'Check that it is a manifest. Divide a large one into several documents and files, and read those that are needed.',
    says: {
      file: ['has more than {max} MiB', 'check that it is a manifest, and divide a large one'],
      files: ['and the files before it have more than {max} MiB together', 'read some of them at a time'],
      documents: ['has more than {max} documents', 'divide it into several files'],
      parts: ['has a document with more than {max} words, marks and spaces',
        'check that it is a manifest, and divide a list into several documents'],
      text: ['would be longer, with its indentation, than a string can be', 'divide the manifests, or nest long strings less deeply'],
    },
  },
  'no-manifests': {
    cause: 'A folder has no file with the name of a manifest in it or below it: nothing would be read.',
    remedy: 'Name another folder, or the file itself. In folders `*.yaml`, `*.yml` and `*.json` are read; '
      + 'hidden ones and `node_modules` are not.',
    says: {
      folder: ['has no file *.yaml, *.yml or *.json in it or below it', 'name the files, or the folder that holds them'],
    },
  },
  'reading-stopped': {
    cause: 'After 1,000 findings no further document or file is read, and what was read is not checked any further.',
    remedy: 'Fix what is listed, and run the command again.',
    help: 'start with what is listed, then run the command again',
    says: {
      'file': 'is not read, and nothing is checked any further, because of the {found} findings before',
      'two-files': 'and 1 more file are not read, and nothing is checked any further, because of the {found} findings before',
      'files': 'and {more} more files are not read, and nothing is checked any further, because of the {found} findings before',
      'document': 'the document that begins here is not read, and nothing is checked any further, because of the {found} findings before',
      'documents': joined('{count} documents, the first of which begins here, are not read, and nothing is checked any further, ',
        'because of the {found} findings before'),
    },
  },
  'refused-by-server': {
    cause: "An API server rejects the object: that of the cluster, or Kubernetes' own code, which `validate --as-server` runs.",
    background: '`diff --live` and `validate --server` ask the cluster. What another check reports at a field is not reported again.',
    remedy: 'Change what the message names. The reference of the kind says what the API server accepts.',
    help: 'see the reference of the kind',
    says: {
      'rejected': 'is rejected by Kubernetes {version:bare}: {answer}',
      'failed': "is not judged: Kubernetes' own code failed on it ({answer})",
      'not-judged': ['is not judged: the rules of Kubernetes {version:bare} have no {kind:bare} of {resource:bare}',
        'validate its CustomResourceDefinition along with it'],
    },
  },
  'templated-manifest': {
    cause: 'A file is a template, such as one of Helm, and is not YAML until it is rendered.',
    remedy: 'Render it, for example with `helm template`, and read the output.',
    says: ["has a template's '{mark:bare}' here, and is not YAML until the template is rendered",
      "render it, for example with 'helm template', and read the output"],
  },
  'yaml-alias': {
    cause: 'An alias of YAML has no anchor before it, is in what it repeats, or aliases repeat so many values or characters (of one file '
      + 'more than 100,000, or 10,000,000) that the document grows beyond all bounds.',
    remedy: 'Put a string that begins with `*` in quotes, or write out what the alias refers to.',
    help: 'write out what is needed',
    says: {
      'no-anchor': ['is an alias (after *) without an anchor before it', 'put a string that begins with * in quotes, or name an anchor'],
      'loop': 'is an alias of what contains it',
      'many-values': 'repeats, with the aliases before it, more than {max} values',
      'many-characters': 'repeats, with the aliases before it, more than {max} characters',
    },
  },
  'yaml-document': {
    cause: 'Kubernetes and YAML divide a file into documents differently: text on the line of a `---`, a document after `...`, '
      + 'or a directive.',
    remedy: 'Separate documents with lines that hold `---` and nothing else, and leave out directives.',
    help: 'leave it out',
    says: {
      'second-config': 'is a second document, which cdk8s does not read',
      'second-images': 'is a second document, which is not read',
      'separator-text': ['has text on the line of a separator, which kubectl does not read as a part of the document',
        "put '---' on its own line, or indent the line if it is not a separator"],
      'directive': 'has a directive, a line that begins with %, which kubectl does not read',
      'after-end': ["has another document after a line '...', which Kubernetes would drop",
        "begin it with a line '---'; if the dots replace something, write it"],
      'end-alone': "has a line '...' without a document, which Kubernetes rejects",
    },
  },
  'yaml-merge': {
    cause: 'A merge key `<<` has something other than maps, or gives a key that is given before it, '
      + 'which readers of YAML treat in different ways.',
    remedy: 'Put the `<<` first, with a map or a list of maps, or write out the fields.',
    says: {
      'not-a-map': ['has a key << with something other than a map or a list of maps', 'put the key in quotes if it is a string'],
      'late': ['is given before a key << that gives it too: Kubernetes takes the latter, and other readers the former',
        'put the << in front'],
    },
  },
  'yaml-syntax': {
    cause: 'A file is not YAML.',
    background: 'The message has the line and column, and never the text there, which may be a password.',
    remedy: 'Do what the message says; often a string needs quotes, or a line another indentation.',
    says: {
      'tab': ['has a tab as indentation, which YAML does not allow', 'indent with spaces'],
      'odd-tab': ['has a tab where Kubernetes reads indentation', 'indent with spaces'],
      'open-quote': ['has a quote that is not closed, or a string in quotes whose next line is not indented',
        'close it, and indent all its lines'],
      'inner-quote': ['has a quote that is not closed', 'close it, and double or escape the same quote within the text'],
      'text-after-quote': ['has text after a closing quote', 'put all of it in quotes'],
      'escape': ['has a backslash in double quotes that YAML does not know', 'write two backslashes, or use single quotes'],
      'escaped-line-break': ['has a backslash at the end of a line, next to an empty one', 'write \\n for a line break'],
      'second-key': ['has a second key or colon where a value continues',
        'put a string with ": " in quotes, or the key on its own line with the indentation of its map'],
      'no-key': ['has a string where a key is expected, or a key without a colon',
        "write 'key: value'; indent what belongs to the value above"],
      'key-column': ['has a line that is not in the column of the keys of its map', 'indent with spaces, the same number for each entry'],
      'entry-column': ['has an entry that is not in the column of the entries of its list',
        'indent with spaces, the same number for each entry'],
      'reserved-character': ['has a string that begins with a character that YAML reserves', 'put the string in quotes'],
      'open-bracket': ['has brackets or braces that are not closed, or no comma between two entries',
        'close them, or put the string in quotes'],
      'block-header': ['has a string on the line of | or >', 'put it on the next line, or put the string in quotes'],
      'block-indentation': ['has a block of text (after | or >) that is not indented as its first line',
        'indent all its lines alike, deeper than its key'],
      'block-not-indented': ['has a block of text that is not indented', 'indent it'],
      'block-end': ['has a block of text that ends with lines of nothing but spaces', 'remove them, or write the text in double quotes'],
      'anchor-place': ['has an anchor, an alias or a tag (after &, * or !) where none can be', 'put the string in quotes'],
      'anchor-name': ['has an anchor or alias (after & or *) with other characters than letters, digits, - and _',
        'put the string in quotes'],
      'late-tag': ['has a tag or an anchor after its value', 'put the string in quotes'],
      'tag-end': ['has a tag (after !) without a space after it', 'put the string in quotes'],
      'unknown-tag': ['has a tag (after !) that a manifest cannot have', 'leave it out; put a string that begins with ! in quotes'],
      'text-after-value': ['has text after the end of a value, or an entry of another kind than the ones before it',
        'put the string in quotes, or check the indentation'],
      'bracketed-question-mark': ['has a ? before a key in brackets', 'leave it out'],
      'bracketed-mark': ['has a string in brackets with a ? in it, or a : in front, which Kubernetes reads as something else',
        'put the string in quotes'],
      'colon-without-space': ['has no space after the colon of a key', 'put one there'],
      'question-mark': ['has a ? with a key, and no colon below it', "write 'key: value'"],
      'key-over-lines': ['has a key that is not on one line with its colon', 'write both on one line'],
      'dots': ['has dots in the place of something that was left out', 'write what they replace, or leave out the line'],
      'merge-marks': ['has the markers of an unfinished merge', 'choose one of the two sides, and remove the markers'],
      'markdown': ['has a line of Markdown that marks where YAML begins or ends', 'remove everything that is not YAML'],
      'no-break-space': ['has a no-break space (U+00A0), which is a letter to YAML', 'write a space'],
      'not-yaml': ['is not YAML', 'put the string in quotes'],
    },
  },
  'yaml-tag': {
    cause: 'A manifest has a tag of YAML that Kubernetes does not know, or one that its value does not fit.',
    remedy: 'Leave out the tag. A string that begins with `!` needs quotes.',
    says: {
      'unknown': ['has a tag (after !) that a manifest cannot have', 'leave it out; put a string that begins with ! in quotes'],
      'wrong-type': ['has the tag !!{tag:bare}, but is not one', 'leave out the tag, or write a value of its type'],
    },
  },
  'yaml-too-deep': {
    cause: 'Maps and lists are nested deeper than in any manifest there is, by themselves or through aliases.',
    remedy: 'Check the file for brackets or dashes that were written by mistake.',
    help: 'check the file for brackets or dashes that were written by mistake',
    says: {
      text: 'has maps and lists that are nested more than {max} deep',
      aliases: 'is nested more than {max} deep once its aliases are followed',
    },
  },
} as const satisfies Record<string, Explanation>;
