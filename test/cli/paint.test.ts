import { WriteStream } from 'node:tty';
import { paintSigns } from '../../src/cli/diff/diff';
import { paintFor } from '../../src/cli/output';

const TERMINAL = Object.create(WriteStream.prototype, { isTTY: { value: true } }) as WriteStream;
const DIFFERENCE = `+ added    Service shop/cart (v1) in dist/a.yaml
~ changed  Service shop/web (v1) in dist/a.yaml
    - removed spec.type: "NodePort"
    ! warning   'spec.type' is ClusterIP and was NodePort
`;

test('a difference has the colours of its signs on a terminal', () => {
  const [green, red, cyan, yellow, end] = ['32', '31', '36', '1;33', '0'].map(code => `\u001b[${code}m`);
  expect(paintSigns(DIFFERENCE, paintFor(TERMINAL, { TERM: 'xterm-256color' }))).toBe(`${green}+ added    Service shop/cart (v1) in dist/a.yaml${end}
${cyan}~ changed  Service shop/web (v1) in dist/a.yaml${end}
    ${red}- removed spec.type: "NodePort"${end}
    ${yellow}! warning   'spec.type' is ClusterIP and was NodePort${end}
`);
});

test('an empty NO_COLOR turns nothing off', () => {
  expect(paintSigns(DIFFERENCE, paintFor(TERMINAL, { TERM: 'xterm-256color', NO_COLOR: '' }))).not.toBe(DIFFERENCE);
});

test.each([[{ TERM: 'xterm-256color', NO_COLOR: '1' }], [{ TERM: 'dumb' }]])('and none with %j', environment => {
  expect(paintSigns(DIFFERENCE, paintFor(TERMINAL, environment))).toBe(DIFFERENCE);
});
