import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import stylistic from '@stylistic/eslint-plugin';
import typescript from '@typescript-eslint/eslint-plugin';
import parser from '@typescript-eslint/parser';
import regexp from 'eslint-plugin-regexp';

const { dependencies, devDependencies, peerDependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** Files import each other, what Node brings, and these packages. */
const importsOnly = (packages) => {
  const names = [...builtinModules, ...Object.keys(packages)].map(name => name.replaceAll('/', '\\u002f')).join('|');
  const foreign = `/^(?!\\.|node:|(?:${names})(?![\\w.-]))/`;
  return { selector: `[source.value=${foreign}], [callee.name='require'][arguments.0.value=${foreign}]`, message: 'not among the dependencies of package.json' };
};
const published = importsOnly({ ...dependencies, ...peerDependencies });

export default [
  // generated; and node:test's own functions give promises that nobody awaits
  { ignores: ['**/*.js', '**/*.d.ts', '**/*.generated.ts', '**/imports/', 'examples/deployments/test/'] },
  // the comments that turn off rules of oxlint, too
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  {
    files: ['**/*.ts'],
    languageOptions: { parser },
    plugins: { '@stylistic': stylistic, '@typescript-eslint': typescript },
    rules: {
      '@stylistic/indent': ['error', 2],
      '@stylistic/quotes': ['error', 'single', { avoidEscape: true }],
      '@stylistic/comma-dangle': ['error', 'always-multiline'],
      '@stylistic/comma-spacing': ['error', { before: false, after: true }],
      '@stylistic/no-multi-spaces': ['error', { ignoreEOLComments: false }],
      '@stylistic/array-bracket-spacing': ['error', 'never'],
      '@stylistic/array-bracket-newline': ['error', 'consistent'],
      '@stylistic/object-curly-spacing': ['error', 'always'],
      '@stylistic/object-curly-newline': ['error', { multiline: true, consistent: true }],
      '@stylistic/object-property-newline': ['error', { allowAllPropertiesOnSameLine: true }],
      '@stylistic/keyword-spacing': 'error',
      '@stylistic/brace-style': ['error', '1tbs', { allowSingleLine: true }],
      '@stylistic/space-before-blocks': 'error',
      '@stylistic/member-delimiter-style': 'error',
      '@stylistic/semi': ['error', 'always'],
      '@stylistic/max-len': ['error', {
        code: 150, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreComments: true, ignoreRegExpLiterals: true,
      }],
      '@stylistic/quote-props': ['error', 'consistent-as-needed'],
      '@stylistic/key-spacing': 'error',
      '@stylistic/no-multiple-empty-lines': 'error',
      '@stylistic/no-trailing-spaces': 'error',
      '@typescript-eslint/member-ordering': ['error', {
        default: [
          'public-static-field', 'public-static-method', 'protected-static-field', 'protected-static-method', 'private-static-field', 'private-static-method',
          'field', 'constructor', 'method',
        ],
      }],
      // oxlint has only the variant that reads types
      'dot-notation': 'error',
      'no-restricted-syntax': ['error', importsOnly({ 'cdk8s-oam': '', ...dependencies, ...devDependencies, ...peerDependencies })],
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { regexp },
    rules: {
      '@stylistic/max-len': ['error', { code: 140 }],
      'no-restricted-syntax': ['error', published],
      // input comes from outside: work on it is linear in its size
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
    },
  },
  { files: ['server-rules/src/**/*.ts'], rules: { 'no-restricted-syntax': ['error', importsOnly({})] } },
  {
    files: ['src/index.ts'],
    rules: {
      'no-restricted-syntax': ['error', published, {
        selector: 'Program > :not(ExportAllDeclaration, ExportNamedDeclaration[source])',
        message: 'index.ts re-exports, nothing else',
      }],
    },
  },
];
