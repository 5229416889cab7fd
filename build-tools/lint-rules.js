/** Rules for oxlint that no other plugin has. */
const { builtinModules } = require('module');
const { dependencies, devDependencies, peerDependencies } = require('../package.json');

/** The packages that a file may import. */
const PACKAGES = {
  none: [],
  published: Object.keys({ ...dependencies, ...peerDependencies }),
  all: ['cdk8s-oam', ...Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })],
};

/** Files import each other, modules of Node, and packages that package.json names. */
const declaredImports = {
  meta: { schema: [{ enum: Object.keys(PACKAGES) }] },
  create(context) {
    const names = [...builtinModules, ...PACKAGES[context.options[0]]];
    const check = node => {
      const from = node?.value;
      if (typeof from !== 'string' || /^(\.|node:)/.test(from) || names.some(name => from === name || from.startsWith(`${name}/`))) return;
      context.report({ node, message: `'${from}' is not among the dependencies of package.json` });
    };
    const ofSource = ({ source }) => check(source);
    return {
      ImportDeclaration: ofSource,
      ImportExpression: ofSource,
      ExportAllDeclaration: ofSource,
      ExportNamedDeclaration: ofSource,
      TSImportType: ofSource,
      CallExpression: ({ callee, arguments: [first] }) => {
        if (callee.name === 'require') check(first);
      },
    };
  },
};

/** A file exports what other files have, and does nothing else. */
const onlyReexports = {
  create: context => ({
    Program({ body }) {
      for (const node of body) {
        const isReexport = node.type === 'ExportAllDeclaration' || node.type === 'ExportNamedDeclaration' && node.source;
        if (!isReexport) context.report({ node, message: 're-exports alone are allowed here' });
      }
    },
  }),
};

module.exports = { meta: { name: 'own' }, rules: { 'declared-imports': declaredImports, 'only-reexports': onlyReexports } };
