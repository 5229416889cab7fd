import { fieldAt } from './fields';
import { Flag, FLAGS, SettingsFlags } from './flags';
import { bad, Finding, found, movedTo } from '../../findings/finding';

/** What a flag gives to a field. */
export interface Given {
  readonly flag: Flag;
  readonly field: string;
  readonly value: unknown;
}

/** What flags give, and what is wrong with them. */
export interface ReadFlags {
  readonly given: readonly Given[];
  readonly findings: readonly Finding[];
}

/** Reads the flags that are given; what is wrong with a value is told by its flag. */
export function readFlags(flags: SettingsFlags): ReadFlags {
  const findings: Finding[] = [];
  const given: Given[] = [];
  for (const [name, flag] of Object.entries(FLAGS)) {
    const value = flags[name as keyof typeof FLAGS];
    if (value === undefined || value === false) continue;
    const earlier = given.find(({ field }) => flag.fields.includes(field));
    if (earlier) findings.push(...found('usage', flag.flag, { reason: 'beside', other: earlier.flag.flag }));
    const read = valuesOf(flag, value as string);
    findings.push(...read.findings);
    given.push(...read.given);
  }
  if (flags.settings === '') findings.push(...bad('invalid-value', 'settings-file', '--settings', flags.settings));
  return { given, findings };
}

function valuesOf(flag: Flag, text: string): ReadFlags {
  const values = flag.read ? flag.read(text) : [text];
  if (!values) return { given: [], findings: bad('invalid-value', flag.reason!, flag.flag, text) };
  const given = values.map((value, i) => ({ flag, field: flag.fields[i], value }));
  const findings = given.flatMap(({ field, value }) => fieldAt(field).type.check(value, '')).map(each => movedTo([flag.flag], each));
  return { given, findings };
}
