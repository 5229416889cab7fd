import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { stringify } from 'yaml';
import { judgedEverywhere, JudgedCase, synthesized } from './support';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, Findings, GitOpsApp, OamPlatform, Platform, ScraperCredentials,
} from '../../../src';
import { describe as sentence } from '../../../src/base/findings/words';
import { Place, withoutCredentials } from '../../../src/base/masking';
import { passwordsIn } from '../../../src/cluster/rules/passwords';
import { Manifests } from '../../../src/testing';
import { cli, manifestFolder } from '../../cli/support';
import { access } from '../../targets/scraper/access';
import { messageOf } from '../../support/message';

const HELP = '; refer to a Secret that is created elsewhere';
const AWS = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const GITHUB = `ghp_${'a1B2'.repeat(9)}`;
/** Neither the names of keys nor values that anybody would guess. */
const PASSWORDS = { AWS_SECRET_ACCESS_KEY: AWS, DATABASE_URL: 'postgres://app:hunter2@db/orders', API_TOKEN: GITHUB, DB_PASSWORD: 'hunter2' };
const env = Object.entries(PASSWORDS).map(([name, value]) => ({ name, value }));

const object = (apiVersion: string, kind: string, fields: object) => ({ apiVersion, kind, metadata: { name: 'it', namespace: 'shop' }, ...fields });
const podSpec = (fields: object) => ({ containers: [{ name: 'main', image: 'example/it:1', ...fields }] });
const template = (spec: object) => ({ metadata: { labels: { app: 'it' } }, spec });
const deployment = (fields: object) => object('apps/v1', 'Deployment', { spec: { selector: { matchLabels: { app: 'it' } }, template: template(podSpec(fields)) } });
const AT = 'spec.template.spec.containers[0]';
const named = (at: string, name: string) => `password-in-manifest: '${at}' looks like a password (${name})${HELP}`;
const says = (at: string, what: string) => `password-in-manifest: '${at}' ${what}${HELP}`;

const CASES: readonly JudgedCase[] = [
  ['variables of a Deployment', deployment({ env }), named(`${AT}.env[0].value`, 'AWS_SECRET_ACCESS_KEY'), says(`${AT}.env[1].value`, 'has a URL with a password'),
    named(`${AT}.env[2].value`, 'API_TOKEN'), named(`${AT}.env[3].value`, 'DB_PASSWORD')],
  ['a token that is not called so', deployment({ env: [{ name: 'CI', value: GITHUB }] }), says(`${AT}.env[0].value`, 'looks like a token or a private key')],
  ['an argument of a CronJob', object('batch/v1', 'CronJob', {
    spec: { schedule: '0 1 * * *', jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', ...podSpec({ args: ['--db-password=hunter2'] }) } } } } },
  }), named('spec.jobTemplate.spec.template.spec.containers[0].args[0]', 'db-password')],
  ['a line of a ConfigMap', object('v1', 'ConfigMap', { data: { 'app.properties': 'user=a\nspring.datasource.password = hunter2\n' } }),
    named("data['app.properties']", 'spring.datasource.password')],
  ['the data of a Secret', object('v1', 'Secret', { stringData: { password: 'hunter2', user: 'cart' } }), says('stringData', 'holds "password", "user" of a Secret')],
];

judgedEverywhere(CASES);

const { fileOf, folder } = manifestFolder();

describe.each([['an App', () => new App()], ['a GitOpsApp', () => new GitOpsApp({ outdir: join(folder, 'out') })]])('in %s', (_, app) => {
  const component = (chart: Chart) => {
    const workload = new ContainerizedWorkload({ name: 'cart', containers: [{ name: 'cart', image: 'example/cart:1', env, ports: [{ name: 'http', containerPort: 8080 }] }] });
    new ApplicationConfiguration(chart, 'app').addComponent(new Component(chart, 'cart', { workload }));
  };

  test('variables of a component', () => {
    expect(synthesized(component, app()).map(line => /\((\w+)\)|URL/.exec(line)?.[0])).toEqual(['(AWS_SECRET_ACCESS_KEY)', 'URL', '(API_TOKEN)', '(DB_PASSWORD)']);
  });

  test('are accepted where everybody may have them', () => {
    expect(synthesized(chart => {
      component(chart);
      Findings.insecureAccept(chart, { code: 'password-in-manifest', reason: 'a database for tests, without data' });
    }, app())).toEqual([]);
    expect(messageOf(() => Findings.accept(app(), { code: 'password-in-manifest', reason: 'x' }))).toContain('use Findings.insecureAccept()');
  });
});

test('that of ScraperCredentials.insecurePlaintext() is accepted, as its name says', () => {
  const warnings: unknown[] = [];
  const spy = jest.spyOn(process, 'emitWarning').mockImplementation(text => { warnings.push(text); });
  const app = new App();
  Platform.install(app, OamPlatform.verrazzano());
  access('ingress-nginx', { credentials: ScraperCredentials.insecurePlaintext({ password: 'hunter2' }) }, new Chart(app, 'access'));
  const written = app.synthYaml();
  spy.mockRestore();
  expect(warnings).toEqual([]);
  expect(() => Manifests.ofYaml(written).hasNoSecrets()).toThrow('of a Secret');
});

/** The values, and nothing of them. */
const leaked = (text: string) => ['hunter2', AWS, GITHUB, Buffer.from('hunter2').toString('base64')].filter(each => text.includes(each));

const TEXT = CASES.map(([, each], i) => stringify({ ...each, metadata: { ...each.metadata, name: `it-${i}` } })).join('---\n');

test('neither the command nor the test kit shows one', async () => {
  const file = fileOf(TEXT);
  for (const args of [[], ['--json'], ['--sarif']]) {
    const { stdout, stderr, code } = await cli(['validate', file, ...args]);
    expect([code, leaked(stdout + stderr)]).toEqual([0, []]);
    expect(stdout.match(/looks like a (?:password \(|token)/g)!.length).toBeGreaterThanOrEqual(6);
  }
  expect((await cli(['validate', file, '--strict'])).code).toBe(1);
  for (const assert of [() => Manifests.ofYaml(TEXT).hasNoSecrets(), () => Manifests.ofYaml(TEXT).hasNoFindings()]) {
    const message = messageOf(assert);
    expect(message).toContain(`'${AT}.env[0].value' looks like a password (AWS_SECRET_ACCESS_KEY)`);
    expect(leaked(message)).toEqual([]);
  }
});

describe('passwords are', () => {
  test.each<[string, unknown]>([
    ['DB_PASSWORD', 'changeme'], ['PGPASSWORD', 'postgres'], ['DB_PASS', 'hunter2'], ['PASSWORD', '123456'], ['password', 12345], ['SECRET_KEY', 'django-insecure-x'], ['SECRET_KEY_BASE', 'x1'],
    ['MINIO_ROOT_PASSWORD_1', 'minio123'], ['clientSecret', 'hunter2'], ['apiKey', 'hunter2'], ['SESSION_SECRET', 'hunter2'], ['AWS_SECRET_ACCESS_KEY', AWS], ['aws.secretKey_x', `Bearer ${GITHUB}`],
    ['ANY', GITHUB], ['ANY', 'glpat-abcdefghij0123456789'], ['ANY', 'xoxb-1234567890-abc'], ['ANY', `sk_live_${'a1'.repeat(12)}`], ['ANY', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
    ['ANY', '-----BEGIN RSA PRIVATE KEY-----\nMII\n'], ['ANY', 'amqp://app:hunter2@${HOST}:5672'], ['ANY', 'Authorization: Basic dXNlcjpodW50ZXIy'], ['ANY', 'host=db password=hunter2 sslmode=off'],
  ])('%s: %s', (name, value) => {
    for (const holder of [{ env: [{ name, value }] }, { spec: { [name]: value } }]) {
      const found = passwordsIn(holder);
      expect(found.map(({ code }) => code)).toEqual(['password-in-manifest']);
      // what is found is hidden wherever values are shown
      const at = found[0].path.reduce((each: any, step) => each[step], holder);
      expect(Place.at(holder, found[0].path).hides(at) || withoutCredentials(String(at)) !== at).toBe(true);
    }
  });

  test.each<[string, unknown]>([
    ['PASSWORD_FILE', '/run/secrets/db'], ['TOKEN_URL', 'https://id.example.com/token'], ['SECRET_NAME', 'db'], ['tokenExpiry', '15m'], ['TOKEN_PATH', 'x'], ['PASSWORD_LOGIN_ENABLED', 'yes'],
    ['PASSWORD', ''], ['USE_TOKEN', 'true'], ['MAX_TOKENS', '4096'], ['TOKEN', '30s'], ['PASSWORD', '$(DB_PASSWORD)'], ['PASSWORD', '${DB_PASSWORD}'], ['PASSWORD', '{{ .Values.password }}'],
    ['PASSWORD', '<password>'], ['PASSWORD', '********'], ['PASSWORD', '$DB_PASSWORD'], ['PASSWORD', 'vault:secret/data/db#password'], ['TOKEN', '/var/run/token'], ['SECRET', 'https://vault.example.com/v1'],
    ['ADMIN_PASSWORD', `$2a$10$${'x'.repeat(53)}`], ['existingSecret', 'grafana-admin'], ['adminCredentials', 'cart-db'], ['secret', 'cart-tls'], ['tokens', ['1', '2']], ['secretKey', 'password'],
    ['PASSWORD_POLICY', 'strong'], ['passwordKey', 'password'], ['automountServiceAccountToken', false], ['URL', 'postgres://app:$(DB_PASSWORD)@db'], ['URL', 'https://app@example.com:8080/x@1'],
    ['IMAGE', 'docker://alpine:3@sha256:abc'], ['TEXT', 'Basic authentication is off'], ['TEXT', 'see the page, password: none'],
    ['ARGS', '--token-file=/x --password=$PASSWORD --secret-name=a'], ['AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE'],
  ])('not %s: %s', (name, value) => {
    expect([{ env: [{ name, value }] }, { spec: { [name]: value } }, { data: { 'a.properties': `${name}=${value}` } }].flatMap(holder => passwordsIn(holder)).map(sentence)).toEqual([]);
  });
});

test('settings in a Secret are none, unless one among them may be', () => {
  const secret = (text: string, key = 'grafana.ini') => passwordsIn(object('v1', 'Secret', { stringData: { [key]: text } })).length;
  expect(secret('[server]\nport = 80\ncert_file = /x\n')).toBe(0);
  const wrapped = Buffer.from('password: hunter2'.repeat(9)).toString('base64').replace(/.{60}/g, '$&\n');
  expect(passwordsIn(object('v1', 'Secret', { data: { 'a.yaml': wrapped } }))).toHaveLength(1);
  expect([secret('[server]\nport = 80\nadmin_password = x\n'), secret('one line'), secret('a: b\nc: d\n', 'config'), secret('a: https://u:p@h\nb: c\n')]).toEqual([1, 1, 1, 1]);
});

test('definitions of kinds and encrypted data are none', () => {
  expect(passwordsIn(object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', { spec: { description: 'password: hunter2' } }))).toEqual([]);
  expect(passwordsIn(object('bitnami.com/v1alpha1', 'SealedSecret', { spec: { encryptedData: { password: 'AgB1' } } }))).toEqual([]);
});

test('are looked for in linear time', () => {
  for (const part of ['password: ', '//a:b', 'eyJa-', 'Bearer a', 'token=$X ', '-----BEGIN A ', 'secret-', '@@x', 'a/b']) {
    const time = (length: number) => {
      const text = part.repeat(length / part.length);
      const start = performance.now();
      passwordsIn({ env: [{ name: 'PASSWORD', value: text }], data: text });
      return performance.now() - start;
    };
    time(10_000);
    // 20 times as much may take 100 times as long on a busy machine, and not 400 times
    expect(time(400_000)).toBeLessThan(100 * Math.max(time(20_000), 5));
  }
});
