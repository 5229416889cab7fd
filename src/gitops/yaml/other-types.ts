// What YAML 1.1 reads as something other than a text. The same types as in the specification's repository (yaml.org/type); where cdk8s takes more or
// less than it, cdk8s counts.

const NULL = '~|null|Null|NULL|';
const BOOLEAN = 'y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF';
/** With octal numbers among the decimal ones. */
const INTEGER = '[-+]?(?:\\d[\\d_]*|0x[\\da-fA-F_]+|0b[01_]+)';
/** A point with nothing around it, and an exponent with nothing in front, are floats too. */
const FLOAT = '[-+]?(?:\\d[\\d_]*)?(?:\\.[\\d_]*|(?:\\.[\\d_]*)?[eE][-+]?\\d+)';
const NOT_FINITE = '[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)';
/** 12:30 is 750 in YAML 1.1. */
const BASE_60 = '[-+]?\\d[\\d_]*(?::[0-5]?\\d)+(?:\\.[\\d_]*)?';
const TIME = '(?:[tT]|[ \\t]+)\\d\\d?:\\d\\d?:\\d\\d?(?:\\.\\d+)?(?:[ \\t]*(?:Z|[-+][012]?\\d(?::\\d\\d)?))?';
const DATE = `\\d{4}-\\d\\d?-\\d\\d?(?:${TIME})?`;

/** A text that would be read as null, a boolean, a number or a date if it had no quotes. */
export const OTHER_TYPE = new RegExp(`^(?:${[NULL, BOOLEAN, INTEGER, FLOAT, NOT_FINITE, BASE_60, DATE].join('|')})$`);
