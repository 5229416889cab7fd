import { Implementation } from './implementation';
import { bad, Finding, FINE, saying } from '../../../../findings/finding';
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
  return /[{};]/.test(expression) || hasAlternatives(expression) ? bad('invalid-path',
    saying("must have no '{', '}' and ';', and no '|' outside a group, for NGINX Gateway Fabric",
      'write alternatives as a group, such as "/(a|b)"'), '', expression) : FINE;
}
