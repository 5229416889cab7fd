import { bad, Check, FINE, must, saying } from '../findings/finding';

// schedules and time zones as the API server reads them: by `cron.ParseStandard` and `time.LoadLocation`

const MONTHS = ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** The fields of a schedule: their least and greatest number, and the names that stand for numbers. */
const FIELDS: readonly (readonly [what: string, min: number, max: number, names?: readonly string[]])[] = [
  ['minutes', 0, 59], ['hours', 0, 23], ['days of the month', 1, 31], ['months', 1, 12, MONTHS], ['days of the week', 0, 6, DAYS],
];

const NAMED = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every [-+]?(0|((\d+(\.\d*)?|\.\d+)(ns|[uµμm]?s|m|h))+))$/;

/** A schedule of a CronJob. A time zone has its own field. */
export const schedule: Check = (value, at) => {
  const fields = String(value).split(/\s+/).filter(Boolean);
  const isFine = typeof value === 'string' && (value.startsWith('@') ? NAMED.test(value) : fields.length === 5 && !value.includes('TZ'));
  if (!isFine || value.startsWith('@')) return isFine ? FINE : bad('invalid-value', 'schedule', at, value);
  const wrong = FIELDS.find(([, min, max, names], i) => !fields[i].split(',').every(part => part === '' || isRange(part, min, max, names)));
  if (!wrong) return FINE;
  const [what, min, max] = wrong;
  return bad('invalid-value', saying(`must have ${what} from ${min} to ${max}, or *, also in lists, ranges and steps`), at, value);
};

/** `*`, a number, or a range, each with a step or without one. What follows `*-` is not read. */
function isRange(part: string, min: number, max: number, names: readonly string[] = []): boolean {
  const number = (text: string) => /^\+?\d+$/.test(text) ? Number(text) : names.indexOf(text.toLowerCase() || '-');
  const [range, step = '1', ...steps] = part.split('/');
  const [low, high = part.includes('/') ? undefined : low, ...others] = range.split('-');
  const isAny = low === '*' || low === '?';
  const [start, end] = isAny ? [min, max] : [number(low), high === undefined ? max : number(high)];
  return steps.length === 0 && /^\+?0*[1-9]\d*$/.test(step) && (isAny || others.length === 0) && start >= min && end <= max && start <= end;
}

/** The short names of time zones: engines know more. */
const SHORT = /^([CEMW]ET|[EHM]ST|GMT|UCT|UTC|PRC|RO[CK])$/;

/** The name of a time zone in its own case. Old names are known in any case: one in another case is found by how names are written. */
export const timeZone = must(value => {
  const known = Intl.supportedValuesOf('timeZone');
  if (known.includes(value)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
  } catch {
    return false;
  }
  return SHORT.test(value) || !/^[A-Z]{3}$|^[+-]|(^|[/_-])[a-z]|\/[A-Z]{4}|^SystemV|-New$/.test(value)
    && !known.some(each => each.toLowerCase() === String(value).toLowerCase());
}, 'invalid-value', 'time-zone');
