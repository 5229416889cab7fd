import { Yaml } from 'cdk8s';
import { documentText } from './write-value';

// The rules of this folder are those of the package `yaml` that lies inside cdk8s, and another version of cdk8s may bring another of it. Whether that
// one follows the rules is tried once in each process, with a document in which they count. It takes cdk8s about 10 ms, as long as the first four
// documents of any process.

const LINES = [
  'a b', 'a:b', 'a: b', 'a:', 'a:\tb', 'a#', 'a #', 'a\t#', ' a', 'a ', '\ta', 'a\tb', '-a', '-', '- a', '?', ':a', ',', '[', ']', '{', '}', '#',
  '&', '*', '!', '|', '>', '%', '@', '`', '=', '"a"', '\'', '"\'', '\\', '<<', '---', 'é', '\u2028', '\ufeff', '\ud800',
  ' \0\x07\b\x0b\f\r\x1b\x1c\x7f\x85', `${'a b'.repeat(50)}`, '', '~', 'Null', 'y', 'Yes', 'yEs', 'n', 'FALSE', 'On', 'off', '0', '089', '1_0',
  '_1', '0o17', '+0x1F', '0X1F', '-0b1', '.', '.5', '1.5.0', '1e3', '.e+1', 'e0', '.INF', '.nan', 'nan', '12:30', '12:60', '1:2:3.5', '2001-1-1',
  '2001-01', '2001-12-14 21:59:43.1 -5', '1m',
];

const BLOCKS = [
  '\n', '\n \n', 'a\n', '\na\n\n', 'a\n\n\n \nb', ' a\nb \n', '\n  a\n', '\ta\nb\n\n', '---\n# "', 'a\n ', `${'a b'.repeat(50)}\n`, 'a \n\r\n',
  'several lines that end \n\n \nin "space"\t\n  b\n ', 'several lines with a control\x1b[0m\n\n',
];

const COLLECTIONS = [
  {}, [], [[{}], [1, [2]]], { a: { b: [{ c: [] }] } }, [{ a: 'b\n\n', c: 'd\n' }],
  [null, undefined, true, false, 0, -0, 1.5, 1e21, 1e-7, -12, NaN, Infinity, -Infinity], { a: null },
];

const KEYS = { '1': 1, '---': 2, '<<': 3, 'y': 4, 'a: b': 5, 'a \n"b"': 6, '\x1b': 7, '': 8 };

let outcome: boolean | undefined;

/** Whether cdk8s writes as this folder does. */
export function agrees(): boolean {
  outcome ??= isSame({ 'lines': LINES, 'collections': [COLLECTIONS, KEYS], 'a\n': 1, '2': { deep: BLOCKS }, 'last': 'a\n\n' });
  return outcome;
}

function isSame(sample: object): boolean {
  try {
    return `${documentText(sample)}\n` === Yaml.stringify(sample);
  } catch {
    // it refuses something of the sample; what it makes of documents is seen when it writes them
    return false;
  }
}
