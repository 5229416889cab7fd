import { withPeer } from '../../src/base/peers';

const missing = (name: string, code = 'MODULE_NOT_FOUND') =>
  Object.assign(new Error(`Cannot find module '${name}'\nRequire stack:\n- /a/index.js`), { code });

test.each(['cdk8s', 'cdk8s-plus-27', 'constructs'])('%s is named, with the command that installs it', name => {
  for (const asked of [name, `${name}/lib/k8s`]) {
    expect(withPeer(missing(asked))).toMatchObject({
      name: 'ModelError', message: `[cdk8s-oam] usage: needs the package ${name}; run \`npm install ${name}\``,
    });
  }
});

test.each<[string, unknown]>([
  ['a module of the program', missing('./cdk8s')],
  ['another package', missing('cdk8s-cli')],
  ['an error with the same words', missing('cdk8s', 'EOTHER')],
  ['no error', undefined],
])('%s stays as it is', (_, error) => {
  expect(withPeer(error)).toBe(error);
});
