import { Finding, found } from '../../findings/finding';
import { Path } from '../../findings/path';
import { withoutPassword } from '../../findings/shown';
import { isObject } from '../../private/check';
import { holdsPassword, isFieldOfSecret, isOpenKey } from '../../private/suspicious';

/** Encrypted already: what is in a program may be in a repository. */
const ENCRYPTED = /encrypted|^sops$/i;

/** What names a value elsewhere: `${password}`, `@@SECRET:…@@`, `{{ .Values.password }}`. */
const PLACEHOLDER = /\$\{|\$\(|@@|\{\{|^<.*>$/;

/** An assignment in a text: `db.password=…`, `--token=…`. */
const ASSIGNED = /(?<![\w.-])-{0,2}((?:\w[\w.-]*)?(?:pass|pwd|secret|token|credential)[\w.-]*)["']?[ \t]*[:=][ \t]*["']?([^\s"',;]+)/gi;

/** What looks like a password in plain data, by the judgement of `diff`: it never has the value. */
export function passwordsIn(value: unknown, path: Path = [], name = ''): Finding[] {
  if (Array.isArray(value)) return value.flatMap((element, i) => passwordsIn(element, [...path, i], name));
  if (isObject(value)) return Object.keys(value).flatMap(key => ofField(value, key, path));
  return typeof value === 'string' || typeof value === 'number' ? ofScalar(String(value), path, name) : [];
}

function ofField(parent: Record<string, any>, key: string, path: Path): Finding[] {
  const [value, at] = [parent[key], stepInto(path, key)];
  if (ENCRYPTED.test(key)) return [];
  if (parent.kind === 'Secret' && isFieldOfSecret(parent, key, path.length === 0)) return ofSecret(value, at);
  return passwordsIn(value, at, key === 'value' && typeof parent.name === 'string' ? parent.name : key);
}

/** All data of a Secret is secret, whatever it is called. */
function ofSecret(value: unknown, path: Path): Finding[] {
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([key, element]) => ofSecret(element, stepInto(path, key)));
  return value == null || value === '' ? [] : suspect(path, String(path[path.length - 1]));
}

function ofScalar(text: string, path: Path, name: string): Finding[] {
  if (isNothing(text)) return [];
  if (holdsPassword(name)) return suspect(path, name);
  if (withoutPassword(text) !== text) return found('password-in-manifest', path, { reason: 'url' });
  const assigned = [...text.matchAll(ASSIGNED)].filter(([, own, given]) => holdsPassword(own) && !isNothing(given));
  return assigned.slice(0, 1).flatMap(([, own]) => suspect(path, own));
}

/** The path of a field, or of the map around it: a key that is no name may be a password with a colon missing. */
function stepInto(path: Path, key: string): Path {
  return isOpenKey(key) ? [...path, key] : path;
}

function isNothing(text: string): boolean {
  return ['', 'true', 'false', 'null'].includes(text) || PLACEHOLDER.test(text);
}

function suspect(path: Path, name: string): Finding[] {
  return found('password-in-manifest', path, { reason: 'value', name: isOpenKey(name) ? name : 'a key that is no name' });
}
