import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { COPY, Ended, Files, Project, lines, manifest, project, report } from '../support';

jest.setTimeout(60_000);

let made: Project | undefined;
afterEach(() => {
  made?.remove();
  made = undefined;
});

/** Writes what lies in `new`, and reports environments, as Environments does. */
const app = (...names: string[]) => `${COPY}; ${report(...names)}`;

/** What differs between two environments of an app. */
function between(files: Files, ...args: string[]): Promise<Ended> {
  made = project(files, app('staging', 'prod', 'empty'));
  return made.diff('--between', 'staging', 'prod', ...args);
}

const inNamespace = (namespace: string, kind: string, name: string, fields: object = {}) =>
  manifest(kind, name, { metadata: { name, namespace }, ...fields });
const cart = (namespace: string, replicas: number) => inNamespace(namespace, 'Deployment', 'cart', { apiVersion: 'apps/v1', spec: { replicas } });
const named = (kind: string, name: string) => manifest(kind, name, { metadata: { name } });

describe('what differs between two environments', () => {
  const SECRET = (password: string) => inNamespace('shop', 'Secret', 'password', { data: { password } });
  const files = {
    'dist/staging/shop/Deployment.cart.yaml': cart('shop', 9),
    'new/staging/shop/Deployment.cart.yaml': cart('shop', 1),
    'new/staging/shop/Secret.password.yaml': SECRET('aHVudGVyMg=='),
    'new/staging/shop/ConfigMap.debug.yaml': inNamespace('shop', 'ConfigMap', 'debug'),
    'new/staging/_cluster/ClusterRole.reader.yaml': named('ClusterRole', 'reader'),
    'new/prod/shop/Deployment.cart.yaml': cart('shop', 3),
    'new/prod/shop/Secret.password.yaml': SECRET('aHVudGVyMw=='),
    'new/prod/shop/Service.cart.yaml': inNamespace('shop', 'Service', 'cart'),
    'new/prod/_cluster/ClusterRole.reader.yaml': named('ClusterRole', 'reader'),
    'new/_argocd/staging/Application.staging-shop.yaml': named('Application', 'staging-shop'),
  };

  test('is told object by object, field by field, without what is in Secrets', async () => {
    expect(await between(files)).toEqual({
      code: 1,
      stdout: lines(
        '+ added    Service shop/cart (v1) in prod/shop/Service.cart.yaml',
        '- removed  ConfigMap shop/debug (v1) in staging/shop/ConfigMap.debug.yaml',
        '~ changed  Deployment shop/cart (apps/v1) in staging/shop/Deployment.cart.yaml',
        '    ~ changed  spec.replicas: 1 -> 3',
        '~ changed  Secret shop/password (v1) in staging/shop/Secret.password.yaml',
        '    ~ changed  data.password: (hidden)',
      ),
      stderr: '1 added, 1 removed, 2 changed, 1 object without a difference\n',
    });
    expect(made!.read('dist')).toEqual({ 'staging/shop/Deployment.cart.yaml': cart('shop', 9) });
  });

  test('is JSON for programs', async () => {
    const { code, stdout } = await between(files, '--json');
    expect([code, JSON.parse(stdout)]).toEqual([1, {
      equal: false,
      notes: [],
      added: [{ apiVersion: 'v1', kind: 'Service', namespace: 'shop', name: 'cart', file: 'prod/shop/Service.cart.yaml' }],
      removed: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'debug', file: 'staging/shop/ConfigMap.debug.yaml' }],
      moved: [],
      changed: [
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          namespace: 'shop',
          name: 'cart',
          file: 'staging/shop/Deployment.cart.yaml',
          fileAfter: 'prod/shop/Deployment.cart.yaml',
          changes: [{ field: 'spec.replicas', kind: 'changed', before: 1, after: 3 }],
        },
        {
          apiVersion: 'v1',
          kind: 'Secret',
          namespace: 'shop',
          name: 'password',
          file: 'staging/shop/Secret.password.yaml',
          fileAfter: 'prod/shop/Secret.password.yaml',
          changes: [{ field: 'data.password', kind: 'changed', before: null, after: null, hidden: true }],
        },
      ],
    }]);
  });

  test('is nothing, whatever the files are called', async () => {
    const same = { 'new/staging/shop.k8s.yaml': cart('shop', 1), 'new/prod/deep/cart.k8s.yaml': cart('shop', 1) };
    expect(await between(same)).toEqual({ code: 0, stdout: '', stderr: 'no difference in 1 object\n' });
  });

  test('is all of one, where the other has no object', async () => {
    made = project({ 'new/staging/a.yaml': cart('shop', 1) }, app('staging', 'empty'));
    expect(await made.diff('--between', 'empty', 'staging')).toEqual({
      code: 1, stdout: '+ added    Deployment shop/cart (apps/v1) in staging/a.yaml\n', stderr: '1 added, 0 objects without a difference\n',
    });
  });

  test('is told of namespaces of other names as if they had the same', async () => {
    const namespace = (name: string) => manifest('Namespace', name, { metadata: { name } });
    expect(await between({
      'new/staging/shop.k8s.yaml': namespace('shop-staging') + cart('shop-staging', 1) + inNamespace('shop-staging', 'Service', 'cart'),
      'new/prod/shop.k8s.yaml': namespace('shop-prod') + cart('shop-prod', 3) + inNamespace('shop-prod', 'Service', 'cart'),
    })).toEqual({
      code: 1,
      stdout: lines(
        '~ changed  Deployment shop-staging/cart (apps/v1) in staging/shop.k8s.yaml',
        '    ~ changed  spec.replicas: 1 -> 3',
      ),
      stderr: lines('note: namespace "shop-staging" of staging is compared with "shop-prod" of prod', '1 changed, 2 objects without a difference'),
    });
  });
});

test('what the page shows is what the command prints', async () => {
  const deployment = (replicas: number, image: string) =>
    inNamespace('shop', 'Deployment', 'cart', { apiVersion: 'apps/v1', spec: { replicas, template: { spec: { containers: [{ name: 'cart', image }] } } } });
  const same = (environment: string) => Object.fromEntries(['a', 'b', 'c', 'd'].map(name => [`new/${environment}/shop/Service.${name}.yaml`, inNamespace('shop', 'Service', name)]));
  made = project({
    ...same('staging'),
    ...same('production'),
    'new/staging/shop/Deployment.cart.yaml': deployment(1, 'cart:1.5.0'),
    'new/staging/shop/ConfigMap.debug.yaml': inNamespace('shop', 'ConfigMap', 'debug'),
    'new/production/shop/Deployment.cart.yaml': deployment(3, 'cart:1.5.0'),
  }, app('staging', 'production'));
  const { stdout, stderr } = await made.diff('--between', 'staging', 'production');
  const [, shown] = /diff --between staging production {3}# prints\n([^]*?)```\n/.exec(readFileSync(resolve(__dirname, '../../../docs/diff.md'), 'utf8'))!;
  expect(stdout + stderr).toBe(shown);
});

test('a program with Environments needs nothing more, and writes all of them whatever the variable says', async () => {
  const program = `const { ApiObject, Chart } = require(${JSON.stringify(require.resolve('cdk8s'))});
    const { Environments } = require(${JSON.stringify(resolve(__dirname, '../../../lib/src/index.js'))});
    const environments = new Environments();
    for (const [name, mode] of Object.entries({ staging: 'Local', prod: 'Cluster', none: 'x' })) {
      const each = environments.add(name);
      if (name === 'none') continue;
      new ApiObject(new Chart(each, 'shop', { namespace: 'shop' }), 'cart', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'cart' }, spec: { type: 'NodePort', ports: [{ port: 80 }], externalTrafficPolicy: mode } });
    }
    environments.synth();`;
  made = project({ 'app.js': program }, 'node app.js');
  process.env.CDK8S_OAM_ENVIRONMENT = 'prod';
  try {
    expect(await made.diff('--between', 'staging', 'prod')).toEqual({
      code: 1,
      stdout: lines('~ changed  Service shop/cart (v1) in staging/shop/Service.cart.yaml', '    ~ changed  spec.externalTrafficPolicy: "Local" -> "Cluster"'),
      stderr: '1 changed, 0 objects without a difference\n',
    });
    expect((await made.diff('--between', 'none', 'prod')).stdout).toBe('+ added    Service shop/cart (v1) in prod/shop/Service.cart.yaml\n');
  } finally {
    delete process.env.CDK8S_OAM_ENVIRONMENT;
  }
});

describe('it fails when', () => {
  const usage = (text: string) => ({ code: 2, stdout: '', stderr: `[cdk8s-oam diff] usage: '--between' ${text}\n` });
  const FILES = { 'new/staging/a.yaml': cart('shop', 1), 'new/_argocd/staging/a.yaml': cart('shop', 1) };

  test.each([
    ['one environment is named', ['staging'], 'must have the names of two different environments, got staging; write --between staging production'],
    ['three environments are named', ['staging', 'prod', 'dev'], 'must have the names of two different environments, got staging, prod, dev; write --between staging production'],
    ['one environment is named twice', ['staging', 'staging'], 'must have the names of two different environments, got staging, staging; write --between staging production'],
    ['an environment is unknown', ['staging', 'dev'], 'must be one of staging, prod, got "dev"; choose one'],
    ['a folder of deliveries is named', ['staging', '_argocd'], 'must be one of staging, prod, got "_argocd"; choose one'],
  ])('%s', async (_, names, text) => {
    made = project(FILES, app('staging', 'prod'));
    expect(await made.diff('--between', ...names)).toEqual(usage(text));
  });

  test('a folder is named too', async () => {
    made = project(FILES, app('staging', 'prod'));
    expect(await made.diff('@dist', '--between', 'staging', 'prod')).toEqual(usage('cannot be used with DIR; leave one of them out'));
  });

  test('the app has no environments, or those of another folder', async () => {
    const none = usage('compares environments, and the app has none; declare them with Environments, or compare with a folder: cdk8s-oam diff DIR');
    made = project(FILES);
    expect(await made.diff('--between', 'staging', 'prod')).toEqual(none);
    made.write({ 'cdk8s.yaml': `app: ${JSON.stringify(app('staging', 'prod').replace('cd -P "$CDK8S_OUTDIR"', 'cd -P new'))}\n` });
    expect(await made.diff('--between', 'staging', 'prod')).toEqual(none);
  });

  test('the app writes nothing', async () => {
    made = project({}, 'rm -r "$CDK8S_OUTDIR"');
    expect(await made.diff('--between', 'staging', 'prod')).toEqual({
      code: 2,
      stdout: '',
      stderr: '[cdk8s-oam diff] app-failed: the app has written no manifests into the folder that the variable CDK8S_OUTDIR names; call its synth(), and leave out outdir of its App\n',
    });
  });

  test('a manifest cannot be read', async () => {
    expect(await between({ 'new/staging/a.yaml': 'a: [', 'new/prod/a.yaml': cart('shop', 1) })).toMatchObject({
      code: 2, stdout: '', stderr: expect.stringMatching(/^<app>\/staging\/a\.yaml:/),
    });
  });
});
