// cdk8s writes manifests with the npm package `yaml`, kubectl and the GitOps controllers read them with Go's. Each text
// below is written in a way that one reader or the other refuses or reads as something else; test/private tries them.

/** What is wrong with a text. */
export interface YamlHazard {
  readonly problem: string;
  readonly remedy: string;
}

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
    return { problem: `has the character U+${code}, which not every reader of YAML takes`, remedy: 'leave it out, or encode the text, with base64 say' };
  }
  if (text.includes('\n')) return lines(text);
  return isGoNumber(text)
    ? { problem: 'is a text that YAML writes without quotes, and Kubernetes reads as a number, such as "0o17" or "1e_5"', remedy: 'spell it in another way' }
    : undefined;
}

function lines(text: string): YamlHazard | undefined {
  if (/^\s*[ \t]\s*\n$/.test(text)) {
    return { problem: 'has nothing but space in several lines, some of which would be lost', remedy: 'leave it out' };
  }
  if (/^\n*\t/.test(text)) {
    return { problem: 'has a tab at the beginning of its first line, which makes the whole file unreadable for Kubernetes', remedy: 'put a line with a comment in front' };
  }
  if (/\n \n/.test(text) && DOUBLE_QUOTED.test(text)) {
    return {
      problem: 'has a line of one space, and space or a control character that makes YAML quote the text: the space would become a backslash',
      remedy: 'remove the space in that line, and the space after the last line',
    };
  }
  return undefined;
}

/** Why a key would not come out of a manifest as it went in. */
export function yamlKeyHazard(key: string): YamlHazard | undefined {
  return key === '<<' ? { problem: 'has the key "<<", which YAML reads as a merge', remedy: 'choose another key' } : yamlHazard(key);
}
