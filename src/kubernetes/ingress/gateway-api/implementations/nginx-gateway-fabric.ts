import { Implementation } from './implementation';
import { FINE, Finding, bad } from '../../../../findings/finding';
import { hasAlternatives } from '../../../../private/regexes';

/** https://github.com/nginx/nginx-gateway-fabric. */
export const NGINX_GATEWAY_FABRIC: Implementation = {
  title: 'NGINX Gateway Fabric',
  // a location begins with an anchor, but does not end with one
  regex: { write: expression => `${expression}$`, rank: 'before prefixes', refuses },
  notes: [
    'Before release 2.5 a regular expression can match part of the path.',
    'Cookies and tokens need NGINX Plus and are not rendered.',
  ],
};

/** A brace or a semicolon ends a location, and the anchor at the end applies only to the last alternative. */
function refuses(expression: string): Finding[] {
  return /[{};]/.test(expression) || hasAlternatives(expression) ? bad('invalid-path', 'nginx-regex', '', expression) : FINE;
}
