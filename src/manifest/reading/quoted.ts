export const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Why Kubernetes does not read a text in double quotes: the two escapes that JSON has more than go-yaml it refuses in YAML. */
export function quotedHazard(raw: string, value: string): 'half-pair' | 'escaped-slash' | 'escaped-pair' | undefined {
  if (LONE_SURROGATE.test(value)) return 'half-pair';
  const escape = /\\(\/|u[dD][89a-fA-F])/.exec(raw.replace(/\\\\/g, '  '))?.[1];
  if (!escape) return undefined;
  return escape === '/' ? 'escaped-slash' : 'escaped-pair';
}
