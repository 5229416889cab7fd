import { ScalarTag, Tags, stringify } from 'yaml';
import { found } from '../findings/finding';
import { writtenOr } from '../gitops/yaml/write-documents';
import { isObject } from '../private/check';
import { ModelError } from '../private/errors';
import { yamlKeyHazard } from '../private/plain';
import { writeOutput } from '../writing/write-output';

/** The options with which cdk8s writes, so that a manifest that it writes later is the same file. */
const AS_CDK8S = { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Strings that YAML writes as a block, and whose white space readers treat differently. */
const ODD_LINES = /^\s|\n[ \t]+(\n|$)/;

/** Characters that not every reader reads as they are. */
const ODD_CHARACTERS = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Writes a string in double quotes, with escapes, if it would otherwise be read as something else. */
const QUOTED: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: value => typeof value === 'string' && isOdd(value),
  resolve: text => text,
  stringify: ({ value }) => quoted(value as string),
};

function isOdd(text: string): boolean {
  return yamlKeyHazard(text) !== undefined || text.search(ODD_CHARACTERS) >= 0 || text.includes('\n') && ODD_LINES.test(text);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(ODD_CHARACTERS, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Writes documents as YAML from which Kubernetes and other readers read the same values again.
 *
 * @throws ModelError if it is longer than a string can be: indentation may be many times as long as what is indented
 */
export function writeYaml(values: readonly unknown[]): string {
  try {
    return values.map(documentOf).join('---\n');
  } catch (error) {
    if ((error as Error).message !== 'Invalid string length') throw error;
    throw new ModelError('writeYaml', found('manifest-too-large', '', { reason: 'text' }));
  }
}

function documentOf(value: unknown): string {
  // a string that is the whole document is not a manifest; as a block, its lines would not be indented
  if (typeof value === 'string') return `${quoted(value)}\n`;
  const slowly = (each: unknown) => stringify(each, { ...AS_CDK8S, customTags: tagsOf });
  // the writer of GitOpsApp writes the same in a fraction of the time
  return isObject(value) && !holdsOdd(value) ? writtenOr(value, slowly) : slowly(value);
}

function holdsOdd(value: unknown): boolean {
  if (typeof value === 'string') return isOdd(value);
  if (Array.isArray(value)) return value.some(holdsOdd);
  return isObject(value) && Object.keys(value).some(key => isOdd(key) || holdsOdd(value[key]));
}

/** Adds `QUOTED`, and removes the tag that writes a key `<<` as a merge. */
function tagsOf(tags: Tags): Tags {
  return [QUOTED, ...tags.filter(tag => typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:merge')];
}

/**
 * Writes files into a folder, each of them whole: all are written as temporary files before the first one is put in place. Other files
 * stay, and no link in the folder is followed.
 *
 * @throws ModelError if a file cannot be written, or has a name that not every file system accepts
 */
export function replaceFiles(folder: string, files: ReadonlyMap<string, string>): void {
  writeOutput(folder, files, { subject: 'cdk8s-oam' });
}
