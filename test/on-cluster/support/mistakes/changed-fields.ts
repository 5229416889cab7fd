import { showPath, Step } from '../../../../src/base/findings/finding';

/** The fields of an object that a server gives back otherwise; what it adds is no change. */
export function changedFields(sent: any, back: any, path: readonly Step[] = []): string[] {
  const field = showPath(path);
  if (typeof sent !== 'object' || sent === null) return sent === back ? [] : [field];
  if (typeof back !== 'object' || back === null) return [field];
  const keys = Array.isArray(sent) ? [...sent.keys()] : Object.keys(sent).filter((key) => sent[key] !== undefined);
  if (Array.isArray(sent) && back.length !== sent.length) return [field];
  return keys.flatMap((key) => changedFields(sent[key], back[key], [...path, key]));
}
