// cdk8s writes manifests with the npm package `yaml`, kubectl and the GitOps controllers read them with Go's. Each text
// below is written in a way that one reader or the other refuses or reads as something else; test/private tries them.

/** Why a text would not come out as it went in: a reason of `not-plain`. */
export type YamlHazard = { readonly reason: 'character'; readonly character: string }
  | { readonly reason: 'number-like' | 'blank-lines' | 'leading-tab' | 'space-line' | 'merge-key' };

/** Written bare: readers refuse them, or fold them into a space. Halves of surrogate pairs are no characters at all. */
const CHARACTERS = /[\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff]/u;

/** Control characters, and space at the end, make the writer use double quotes. */
const DOUBLE_QUOTED = /[\x00-\x08\x0b-\x1f]|\n[\t ]+$/;

/** The numbers of YAML 1.1, which the writer quotes. */
const QUOTED_NUMBER = /^[-+]?(0b[01_]+|0[0-7_]+|\d[\d_]*|0x[\da-fA-F_]+|\d[\d_]*(\.[\d_]*)?[eE][-+]?\d+|(\d[\d_]*)?\.[\d_]*)$/;

/** What Go's reader takes for a number once it has dropped all underscores. */
const GO_NUMBER = /^([-+]?(0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+|\d+|(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?)|0b[-+][01]+)$/;

/** Written without quotes as text, and read as a number: `0o17`, `0X1F`, `1e_5`. */
function isGoNumber(text: string): boolean {
  return /^[-+.\d]/.test(text) && !QUOTED_NUMBER.test(text) && GO_NUMBER.test(text.replaceAll('_', ''));
}

/** What nearly all texts are: told apart by one look. */
const COMMON = /^[A-Za-z/][\x20-\x7e]*$/;

/** Why a text would not come out of a manifest as it went in; nothing for all but the oddest texts. */
export function yamlHazard(text: string): YamlHazard | undefined {
  if (COMMON.test(text)) return undefined;
  const character = CHARACTERS.exec(text);
  if (character) {
    const code = character[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return { reason: 'character', character: `U+${code}` };
  }
  if (text.includes('\n')) return lines(text);
  return isGoNumber(text) ? { reason: 'number-like' } : undefined;
}

function lines(text: string): YamlHazard | undefined {
  if (/^\s*[ \t]\s*\n$/.test(text)) return { reason: 'blank-lines' };
  if (/^\n*\t/.test(text)) return { reason: 'leading-tab' };
  return /\n \n/.test(text) && DOUBLE_QUOTED.test(text) ? { reason: 'space-line' } : undefined;
}

/** Why a key would not come out of a manifest as it went in. */
export function yamlKeyHazard(key: string): YamlHazard | undefined {
  return key === '<<' ? { reason: 'merge-key' } : yamlHazard(key);
}
