import { bad, Check, FINE, must, ownWords } from './findings/finding';

// schedules and time zones as the API server reads them: by `cron.ParseStandard` and `time.LoadLocation`

/** The fields of a schedule: their least and greatest number, and the names of numbers, from 0 on. */
const CRON_FIELDS: readonly (readonly [what: string, min: number, max: number, names?: string])[] = [
  ['minutes', 0, 59],
  ['hours', 0, 23],
  ['days of the month', 1, 31],
  ['months', 1, 12, ' jan feb mar apr may jun jul aug sep oct nov dec'],
  ['days of the week', 0, 6, 'sun mon tue wed thu fri sat'],
];

const EVERY = '[-+]?(0|((\\d+(\\.\\d*)?|\\.\\d+)(ns|[uµμm]?s|m|h))+)';

const NAMED = new RegExp(`^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every ${EVERY})$`);

/** A schedule of a CronJob. A time zone has its own field. */
export const schedule: Check = (value, at) => {
  if (NAMED.test(value)) return FINE;
  const fields = String(value).split(/\s+/).filter(Boolean);
  if (fields.length !== 5 || /^@|TZ/.test(value)) return bad('invalid-value', 'schedule', at, value);
  const isWrong = (field: string, [, ...bounds]: typeof CRON_FIELDS[number]) =>
    field.split(',').some(part => part !== '' && !isRange(part, ...bounds));
  const [what, min, max] = CRON_FIELDS.find((each, i) => isWrong(fields[i], each)) ?? [];
  if (what === undefined) return FINE;
  const problem = `must have ${what} from ${min} to ${max}, or *, also in lists, ranges and steps`;
  return bad('invalid-value', ownWords(problem), at, value);
};

/** `*`, a number, or a range, each with a step or without one. What follows `*-` is not read. */
function isRange(part: string, min: number, max: number, names = ''): boolean {
  const number = (text: string) =>
    /^\+?\d+$/.test(text) ? Number(text) : names.split(' ').indexOf(text.toLowerCase() || '-');
  const [range, step = '1', ...steps] = part.split('/');
  const [low, high = part === range ? low : String(max), ...others] = range.split('-');
  if (steps.length > 0 || !/^\+?0*[1-9]\d*$/.test(step)) return false;
  return /^[*?]$/.test(low)
    || others.length === 0 && number(low) >= min && number(high) <= max && number(low) <= number(high);
}

/** What engines take for a time zone, and servers do not: other short names, offsets, old names in another case. */
const NO_ZONE =
  /^(?!([CEMW]ET|[EHM]ST|GMT|UCT|UTC|PRC|RO[CK])$)[A-Z]{3}$|^[+-]|(^|[/_-])[a-z]|\/[A-Z]{4}|^SystemV|-New$/;

/** The name of a time zone in its own case. */
export const timeZone = must(value => {
  const known = Intl.supportedValuesOf('timeZone').find(each => each.toLowerCase() === String(value).toLowerCase());
  if (known !== undefined) return known === value;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
  } catch {
    return false;
  }
  return !NO_ZONE.test(value);
}, 'invalid-value', 'time-zone');
