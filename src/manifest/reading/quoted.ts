import type { Words } from './syntax-words';

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * Why a text in double quotes is not read as Kubernetes reads it: it reads JSON as JSON, and the two escapes that JSON has
 * more than go-yaml it refuses in YAML.
 */
export function quotedHazard(raw: string, value: string, json: boolean): Words | undefined {
  if (LONE_SURROGATE.test(value)) return { problem: 'has an escape of half a surrogate pair, which is no character', remedy: 'leave it out' };
  const escape = json ? undefined : /\\(\/|u[dD][89a-fA-F])/.exec(raw.replace(/\\\\/g, '  '))?.[1];
  if (!escape) return undefined;
  return escape === '/'
    ? { problem: 'has the escape \\/, which Kubernetes reads in JSON only', remedy: 'write / alone' }
    : { problem: 'has a character written as two escapes, which Kubernetes reads in JSON only', remedy: 'write the character itself, or \\U with eight digits' };
}
