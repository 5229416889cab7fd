import { Implementation } from './implementation';
import { FINE, Finding, bad } from '../../../../findings/finding';
import { hasAlternatives } from '../../../../private/regexes';

/** https://github.com/nginx/nginx-gateway-fabric. */
export const NGINX_GATEWAY_FABRIC: Implementation = {
  title: 'NGINX Gateway Fabric',
  // a location begins with an anchor, and has none at its end
  regex: { write: expression => `${expression}$`, rank: 'before prefixes', refuses },
  notes: [
    'Regular expressions are compared with the whole path since release 2.5; before, NGINX looks for a part of the path that matches.',
    'Session cookies and JSON Web Tokens are features of NGINX Plus, and not rendered.',
  ],
};

/** A location ends at a brace or a semicolon, and the anchor at the end belongs to the last alternative alone. */
function refuses(expression: string): Finding[] {
  return /[{};]/.test(expression) || hasAlternatives(expression) ? bad('invalid-path', 'nginx-regex', '', expression) : FINE;
}
