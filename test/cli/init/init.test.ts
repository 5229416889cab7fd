import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RE2JS } from 're2js';
import { parse } from 'yaml';
import { GITHUB_TEXT } from './ci';
import { DEFAULTS } from '../../../src/cli/init/answers';
import { init } from '../../../src/cli/init/init';
import { asAnyone } from '../../support/as-anyone';
import { messageOf } from '../../support/message';
import { cli } from '../support';
import { contents, ROOT } from './support';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** What is committed of the example, with our version. */
const EXAMPLE = Object.fromEntries(Object.entries(contents(join(ROOT, 'examples/deployments')))
  .filter(([path]) => !path.startsWith('dist/'))
  .map(([path, text]) => [path, path === 'package.json' ? text.replace('"cdk8s-oam": "^0.0.0"', `"cdk8s-oam": "^${version}"`) : text]));

let parent: string;
const at = (...names: string[]) => join(parent, ...names);
beforeEach(() => parent = mkdtempSync(join(tmpdir(), 'cdk8s-oam-init-')));
afterEach(() => rmSync(parent, { recursive: true }));

test('without a flag, examples/deployments is written', async () => {
  expect(await cli(['init', at('deployments')])).toEqual({
    code: 0,
    stdout: '',
    stderr: `13 files written to ${at('deployments')}\n`
      + 'examples, to be replaced in these files: ghcr.io/stefanprodan/podinfo:6.9.2, example.com, https://git.example.com/acme/deployments.git\n'
      + `next: cd ${at('deployments')} && npm install && npm run synth && npm test, then commit all, package-lock.json too\n`,
  });
  expect(contents(at('deployments'))).toEqual(EXAMPLE);
});

test('the current folder may be a Git repository without a file', async () => {
  mkdirSync(at('deployments', '.git', 'refs'), { recursive: true });
  const before = process.cwd();
  process.chdir(at('deployments'));
  try {
    const owned = await cli(['init', '--domain', 'acme.dev', '--repository', 'git@github.com:acme/deployments.git', '--owner', '@acme/ops']);
    expect(owned.stderr).toBe('14 files written to .\nexamples, to be replaced in these files: ghcr.io/stefanprodan/podinfo:6.9.2\nnext: npm install && npm run synth && npm test, then commit all, package-lock.json too\n');
  } finally {
    process.chdir(before);
  }
  expect(existsSync(at('deployments', '.git', 'refs'))).toBe(true);
  expect(contents(at('deployments')).CODEOWNERS).toContain('\n*  @acme/ops\n');
});

test.each(['README.md', 'README', 'readme.rst'])('what a code host puts into a new repository stays: .git, LICENSE.txt and %s', async (readme) => {
  const own = { [readme]: '# Mine\n', 'LICENSE.txt': 'MIT\n' };
  mkdirSync(at('deployments', '.git'), { recursive: true });
  for (const [name, text] of Object.entries(own)) writeFileSync(at('deployments', name), text);
  const { code, stderr } = await cli(['init', at('deployments')]);
  expect([code, stderr]).toEqual([0, expect.stringContaining(`\n${readme} stays as it is: the guide to the repository is DEPLOYMENTS.md\n`)]);
  const { 'README.md': guide, ...others } = EXAMPLE;
  expect(contents(at('deployments'))).toEqual({ ...others, ...own, 'DEPLOYMENTS.md': guide });
});

test('below the root of a Git repository, delivery reads from there, and checks have no place', async () => {
  mkdirSync(at('app', '.git'), { recursive: true });
  expect(await cli(['init', at('app', 'deploy')])).toEqual({
    code: 2,
    stdout: '',
    stderr: "[cdk8s-oam init] usage: '--ci' must be none in \"deploy\" of a Git repository, whose root alone the code host reads, "
      + 'got "github"; name the root, or copy the checks there later\n',
  });
  expect((await cli(['init', at('app', 'deploy'), '--ci', 'none'])).code).toBe(0);
  expect(contents(at('app', 'deploy'))['environments.ts']).toContain("path: 'deploy/dist' })");
});

test('one port for requests and metrics is public, which is said', async () => {
  const { stderr } = await cli(['init', at('deployments'), '--metrics-path', '/prom']);
  expect(stderr).toContain('\nthe Ingress also publishes /prom: to keep it in the cluster, serve metrics on a --metrics-port\n');
});

test('code scanning is in the checks if it is asked for, which are the template then', async () => {
  expect((await cli(['init', at('deployments'), '--code-scanning'])).code).toBe(0);
  const checks = (files: Record<string, string>) => files['.github/workflows/manifests.yml'];
  const template = GITHUB_TEXT.replace(/^ *# (begin|end) codeScanning\n/gm, '');
  expect(checks(contents(at('deployments')))).toBe(template);
  const { jobs: { 'code-scanning': _, manifests, ...jobs }, ...others } = parse(template);
  const { sarif: __, ...outputs } = manifests.outputs;
  const steps = manifests.steps.filter(({ id }: { id?: string }) => id !== 'sarif');
  expect(parse(checks(EXAMPLE))).toEqual({ ...others, jobs: { ...jobs, manifests: { ...manifests, outputs, steps } } });
});

describe('the README', () => {
  async function readme(...args: string[]): Promise<string> {
    expect((await cli(['init', at('deployments'), ...args])).code).toBe(0);
    return contents(at('deployments'))['README.md'];
  }

  test('says for GitLab what enforces the checks, and what the token may do', async () => {
    expect(await readme('--ci', 'gitlab', '--owner', '@acme/ops')).toContain(`

In the settings of the project, require successful pipelines for merges, and for the protected branch approvals from code owners (GitLab Premium). Without these settings, a merge request can be merged with a failed check or without an approval.

For the comment, create a project access token with only the role Reporter and the scope \`api\`, because everyone who can push can use it. Store it in the masked variable \`COMMENT_TOKEN\` with the environment scope \`comment\`.

If [Renovate](https://docs.renovatebot.com/) runs`);
  });

  test('says without CI what makes CODEOWNERS effective', async () => {
    expect(await readme('--ci', 'none', '--owner', '@acme/ops')).toContain(`## Pull requests

No checks of pull requests are set up yet: \`node_modules/cdk8s-oam/templates\` has them for GitHub and GitLab.

In the rules of the branch, require reviews from code owners. Without that rule, CODEOWNERS has no effect.

## Delivery
`);
  });

  test('names no owner where there is none', async () => {
    const text = await readme('--ci', 'none');
    expect(text).toContain('\n## Pull requests\n\nNo checks of pull requests are set up yet: `node_modules/cdk8s-oam/templates` has them for GitHub and GitLab.\n\n## Delivery\n');
    expect(text).not.toMatch(/CODEOWNERS|owner|Renovate/);
    expect(Object.keys(contents(at('deployments'))).filter((name) => /^(CODEOWNERS|renovate\.json)$/.test(name))).toEqual([]);
  });

  test.each([
    ['dev,staging,eu,prod', `Promote what runs in dev to staging, and in the same way from staging to eu, from eu to prod:

\`\`\`sh
npx cdk8s-oam set-image --from dev --env staging
npm run synth
\`\`\`

`],
    ['dev,prod', `Promote what runs in dev to prod:

\`\`\`sh
npx cdk8s-oam set-image --from dev --env prod
npm run synth
\`\`\`

`],
    ['live', ''],
  ])('promotes through %s without skipping any', async (environments, expected) => {
    const [, promotion] = /## Release\n\n```sh\n[^]*?\n```\n\n([^]*)An image that is new /.exec(await readme('--environments', environments))!;
    expect(promotion).toBe(expected);
  });
});

test('an answer is text in the program, whatever is in it', async () => {
  const url = "https://git.example.com/a'+process.exit()+'.git";
  expect((await cli(['init', at('deployments'), '--repository', url])).code).toBe(0);
  expect(contents(at('deployments'))['environments.ts']).toContain(`repoURL: "${url}", path: 'dist'`);
});

test.each<[string, string[], string, string]>([
  ['a path for metrics without a port is one of the port with requests', ['--image', 'acme/cart:1', '--metrics-path', '/actuator/prometheus'],
    "    // the port has metrics too, and the Ingress publishes them with all other paths\n    ports: [{ name: 'http', port: 8080, servicePort: 80, metrics: { path: '/actuator/prometheus' } }],\n", "{ port: 8080, path: '/actuator/prometheus' }"],
  ['that of the sample has no other for metrics', ['--metrics-port', '8080'],
    "    command: ['./podinfo', '--port=8080'],\n    securityContext: { runAsUser: 1000 },\n    // the port has metrics too, and the Ingress publishes them with all other paths\n    ports: [{ name: 'http', port: 8080, servicePort: 80, metrics: {} }],\n", "{ port: 8080, path: '/metrics' }"],
  ['the port for metrics may have another path', ['--metrics-port', '9090', '--metrics-path', '/prom'],
    "    // the port called metrics is scraped\n    ports: [{ name: 'http', port: 8080, servicePort: 80 }, { name: 'metrics', port: 9090, metrics: { path: '/prom' } }],\n", "{ port: 9090, path: '/prom' }"],
])('%s', async (_, args, ports, endpoint) => {
  expect((await cli(['init', at('deployments'), ...args])).code).toBe(0);
  const files = contents(at('deployments'));
  expect(files['applications/shop.ts']).toContain(ports);
  expect(files['test/shop.test.ts']).toContain(`name: 'web' }, ${endpoint});`);
});

/** What Renovate finds in images.yaml: each expression is applied to what the one before has found, as those of RE2. */
function foundByRenovate(files: Record<string, string>): { name: string; version: string; digest: string | null }[] {
  const [{ matchStringsStrategy, matchStrings }] = JSON.parse(files['renovate.json']).customManagers;
  expect(matchStringsStrategy).toBe('recursive');
  const matches = (text: string, [expression, ...others]: string[]): { name: string; version: string; digest: string | null }[] => {
    const matcher = RE2JS.compile(expression).matcher(text);
    const all = [];
    while (matcher.find()) {
      if (others.length > 0) all.push(...matches(matcher.group()!, others));
      else all.push({ name: matcher.group('depName')!, version: matcher.group('currentValue')!, digest: matcher.group('currentDigest') });
    }
    return all;
  };
  return matches(files['images.yaml'], matchStrings);
}

describe('Renovate updates', () => {
  const podinfo = { name: 'ghcr.io/stefanprodan/podinfo', version: '6.9.2', digest: null };

  test.each(['dev,staging,prod', 'live', 'true,prod', 'a,aa,dev-a'])('the images of the first environment of %s alone', async (environments) => {
    await cli(['init', at('deployments'), '--environments', environments]);
    expect(foundByRenovate(contents(at('deployments')))).toEqual([podinfo]);
  });

  test('each image of an environment that has a tag, however the file is written', async () => {
    await cli(['init', at('deployments')]);
    const digest = `sha256:${'a'.repeat(64)}`;
    const images = at('deployments', 'images.yaml');
    for (const each of ['localhost:5000/cart=1.10', `acme/pinned=2.0@${digest}`, `acme/digest=${digest}`]) await cli(['set-image', '--file', images, '--add', '--env', 'dev', each]);
    await cli(['set-image', '--file', images, '--add', '--env', 'staging', 'acme/other=1']);
    writeFileSync(images, readFileSync(images, 'utf8').replace('staging:', "  # acme/old: 1\n\n  'acme/quoted': \"3\" # for now\nstaging:"));
    expect(foundByRenovate(contents(at('deployments')))).toEqual([
      podinfo,
      { name: 'localhost:5000/cart', version: '1.10', digest: null },
      { name: 'acme/pinned', version: '2.0', digest },
      { name: 'acme/quoted', version: '3', digest: null },
    ]);
  });
});

/** All that a worker or a component without metrics must not mention. */
const [REQUESTS, METRICS] = [/host\b|domain|https:\/\/\$|web\b|Ingress|traefik|cert-manager|Tls|servicePort/i, /prometheus|metrics|scrape|Monitoring/i];

test.each<[string, string[], { component: string; ports: string; without: RegExp[] }]>([
  ['a worker with metrics', ['--port', 'none'],
    { component: 'worker', ports: "    ports: [{ name: 'metrics', port: 9090 }],\n    probes: { readiness: { tcpSocket: { port: 9090 } } },\n", without: [REQUESTS] }],
  ['a component without metrics', ['--metrics-port', 'none'],
    { component: 'web', ports: "    ports: [{ name: 'http', port: 8080, servicePort: 80 }],\n    probes: { readiness: { tcpSocket: { port: 8080 } } },\n", without: [METRICS] }],
  ['a worker without ports', ['--port', 'none', '--metrics-port', 'none'], { component: 'worker', ports: '', without: [REQUESTS, METRICS, /ports|probes/] }],
])('%s has nothing else', async (_, args, { component, ports, without }) => {
  const flags = ['--image', 'acme/cart:1', '--delivery', 'none', '--ci', 'none'];
  expect((await cli(['init', at('deployments'), ...flags, ...args])).code).toBe(0);
  const files = contents(at('deployments'));
  expect(files['applications/shop.ts']).toContain(`application.addDeployment('${component}', {\n    image: environment.image('acme/cart'),\n${without.includes(METRICS) ? '' : '    // the port called metrics is scraped\n'}${ports}    resources: `);
  const all = ['settings.ts', 'environments.ts', 'README.md', 'applications/shop.ts', 'test/shop.test.ts'].map((name) => files[name]).join('');
  for (const words of without) expect(all).not.toMatch(words);
});

test.each([
  ['ingress-nginx', 'nginx'], ['traefik', 'traefik'], ['haproxy', 'haproxy'], ['f5-nginx', 'f5Nginx'], ['haproxy-ingress', 'haproxyIngress'], ['kong', 'kong'],
])('the clusters may have %s, and another release', async (controller, factory) => {
  expect((await cli(['init', at('deployments'), '--ingress-controller', controller, '--release', 'prom', '--release-namespace', 'observability'])).code).toBe(0);
  const { 'environments.ts': program, 'README.md': readme } = contents(at('deployments'));
  expect(program).toContain("  metrics: MonitoringProvider.kubePrometheusStack({ release: 'prom', namespace: 'observability' }),\n"
    + `  ingress: IngressProvider.${factory}({ tls: TlsCertificate.clusterIssuer('letsencrypt') }),\n`);
  expect(readme).toContain(`(Helm release \`prom\` in the namespace \`observability\`), the ingress controller \`${controller}\`, and cert-manager`);
});

describe('does nothing, and says why, when', () => {
  async function expectRefused(args: readonly string[], ...lines: string[]): Promise<void> {
    const before = contents(parent);
    const message = lines.length === 1 ? `[cdk8s-oam init] ${lines[0]}\n` : `[cdk8s-oam init] ${lines.length} findings:\n  ${lines.join('\n  ')}\n`;
    expect(await cli(['init', at('new'), ...args])).toEqual({ code: 2, stdout: '', stderr: message });
    expect(contents(parent)).toEqual(before);
  }

  test('the folder holds files, of which some are named', async () => {
    mkdirSync(at('new', '.git'), { recursive: true });
    for (const name of ['README.md', 'LICENSE', '.gitignore', 'x.ts', 'y.ts', 'z.ts']) writeFileSync(at('new', name), '');
    await expectRefused([], `output-not-empty: 'DIR' may hold only .git, README* and LICENSE*: "${at('new')}" holds ".gitignore", "x.ts", "y.ts"; remove them, or name another folder; nothing is written`);
  });

  test('a folder of a folder holds a file', async () => {
    mkdirSync(at('new/test'), { recursive: true });
    writeFileSync(at('new/test/mine.test.ts'), '');
    await expectRefused([], `output-not-empty: 'DIR' may hold only .git, README* and LICENSE*: "${at('new')}" holds "test"; remove them, or name another folder; nothing is written`);
  });

  test('the folder is a file, or has no name', async () => {
    writeFileSync(at('new'), '');
    await expectRefused([], `output-not-empty: 'DIR' must be a folder that does not exist, or is empty: "${at('new')}" is a file, or below one; name another folder; nothing is written`);
    expect((await cli(['init', ''])).stderr).toBe('[cdk8s-oam init] usage: \'DIR\' must be the path of a folder, got ""; name the folder of the new project\n');
  });

  test('the folder is a link to nothing', async () => {
    symlinkSync(at('gone'), at('new'));
    await expectRefused([], `output-not-writable: '${at('new')}' cannot be written: EEXIST: file already exists; check its permissions and the space on the disk; nothing has changed`);
  });

  test('the folder cannot be made', () => {
    chmodSync(parent, 0o500);
    const message = asAnyone(parent, () => messageOf(() => init(at('new'), DEFAULTS)));
    chmodSync(parent, 0o700);
    expect(message).toBe(`[cdk8s-oam init] output-not-writable: '${at('new')}' cannot be written: EACCES: permission denied; check its permissions and the space on the disk; nothing has changed`);
  });

  test('several flags are wrong, and the folder too: all is told', async () => {
    writeFileSync(at('new'), '');
    await expectRefused(
      ['--name', '1shop', '--image', 'ghcr.io/acme/Cart:1.0', '--port', 'http', '--environments', 'dev,Prod,dev', '--domain', 'https://acme.dev', '--ci', 'jenkins'],
      'usage: \'--name\' must be a DNS-1035 label (lower-case letters, digits and "-", beginning with a letter), got "1shop"; give the application another name',
      'invalid-value: \'--image\' must be the name of an image such as ghcr.io/acme/cart, got "ghcr.io/acme/Cart"; write it in lower case, without a scheme',
      "invalid-port: '--port' must be an integer from 1 to 65535, got \"http\"",
      'invalid-value: \'--environments\' must be lower-case letters, digits and "-", with a letter or digit at both ends, and no device of Windows (con, nul), got "Prod"',
      'invalid-value: \'--environments\' must be unique, got "dev" twice; give each its own name',
      "invalid-host: '--domain' must be a lower-case DNS name, neither with a wildcard nor an address, got \"https://acme.dev\"; give the host alone, without scheme, port or path",
      'usage: \'--ci\' must be one of github, gitlab, none, got "jenkins"; choose one',
      `output-not-empty: 'DIR' must be a folder that does not exist, or is empty: "${at('new')}" is a file, or below one; name another folder; nothing is written`,
    );
  });

  test('flags have no effect beside others', async () => {
    await expectRefused(
      ['--port', 'none', '--metrics-port', 'none', '--domain', 'acme.dev', '--ingress-controller', 'kong', '--metrics-path', '/prom', '--release', 'prom', '--delivery', 'none', '--repository', 'https://git.acme.dev/a.git', '--ci', 'gitlab', '--code-scanning'],
      ...[['domain', 'port'], ['ingress-controller', 'port'], ['metrics-path', 'metrics-port'], ['release', 'metrics-port'], ['repository', 'delivery'], ['code-scanning', 'ci']]
        .map(([flag, other]) => `usage: '--${flag}' cannot be used with --${other} ${other === 'ci' ? 'gitlab' : 'none'}; leave one of them out`),
    );
  });

  test.each<[string, string[], string]>([
    ['the controller is unknown', ['--ingress-controller', 'nginx'], 'usage: \'--ingress-controller\' must be one of ingress-nginx, traefik, haproxy, f5-nginx, haproxy-ingress, kong, got "nginx"; choose one'],
    ['the release is no name', ['--release', 'Prom'], "invalid-name: '--release' must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most 53 characters), got \"Prom\""],
    ['the namespace is no name', ['--release-namespace', 'a.b'], "invalid-name: '--release-namespace' must be a DNS-1123 label (lower-case letters, digits and '-', at most 63 characters), got \"a.b\""],
    ['an image has no version', ['--image', 'localhost:5000/cart'], 'usage: \'--image\' must have a tag other than "latest", or a digest, got "localhost:5000/cart"; write <name>:<tag>'],
    ['an image is empty', ['--image', ''], 'invalid-value: \'--image\' must be the name of an image such as ghcr.io/acme/cart, got ""; write it in lower case, without a scheme'],
    ['a tag is no version', ['--image', 'cart:latest'], 'usage: \'--image\' must have a tag other than "latest", or a digest, got "cart:latest"; write <name>:<tag>'],
    ...['kube-system', 'default', 'environment', 'namespaces', 'constructor'].map((name): [string, string[], string] => [`the name is ${name}`, ['--name', name],
      `usage: '--name' must be none of constructor, default, environment, namespaces, kube-*, got "${name}"; give the application another name`]),
    ['a name is too long beside an environment', ['--name', 'a'.repeat(58), '--environments', 'dev,stage'],
      `usage: '--name' must have at most 63 characters together with "-" and the environment stage, got "${'a'.repeat(58)}"; give the application or the environment a shorter name`],
    ...['flux', 'argo-cd'].map((tool): [string, string[], string] => [`the URL for ${tool} has a quote`,
      ['--delivery', tool, '--repository', 'https://git.example.com/a\\b.git'], tool === 'flux'
        ? "invalid-value: '--repository' must be the URL of a Git repository as Flux reads it: https://… or ssh://…; the value is not shown; write the URL by which it is cloned"
        : "invalid-value: '--repository' must be the URL of a Git repository as Argo CD reads it: https://…, ssh://… or git@<host>:<path>; the value is not shown; write the URL by which it is cloned"]),
    ['a digest is none', ['--image', 'acme/cart@sha256:12'], 'invalid-value: \'--image\' must be a tag, a digest (sha256:<64 hexadecimal digits>), or both as <tag>@<digest>, got "sha256:12"; write one of them'],
    ['the path of the metrics has a query', ['--metrics-path', '/metrics?a=b'],
      "invalid-path: '--metrics-path' must be a path that starts with '/' and has no space, query or fragment, got \"/metrics?…\"; give the path alone, such as \"/metrics\""],
    ['there is no environment', ['--environments', ''], 'invalid-value: \'--environments\' must be lower-case letters, digits and "-", with a letter or digit at both ends, and no device of Windows (con, nul), got ""'],
    ['an environment is a device of Windows', ['--environments', 'con,prod'],
      'invalid-value: \'--environments\' must be lower-case letters, digits and "-", with a letter or digit at both ends, and no device of Windows (con, nul), got "con"'],
    ['the issuer is no name', ['--cluster-issuer', 'Let us'], 'invalid-name: \'--cluster-issuer\' must be a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most 253 characters), got "Let us"'],
    ['the tool is a member of every object', ['--delivery', 'constructor'], 'usage: \'--delivery\' must be one of argo-cd, flux, none, got "constructor"; choose one'],
    ['the tool is unknown', ['--delivery', 'argo'], 'usage: \'--delivery\' must be one of argo-cd, flux, none, got "argo"; choose one'],
    ['the code host is unknown', ['--ci', 'constructor'], 'usage: \'--ci\' must be one of github, gitlab, none, got "constructor"; choose one'],
    ...['platform', '@.', '@-', '@acme/', '@acme/-', 'me@.'].map((owner): [string, string[], string] => [`${owner} is no owner`, ['--owner', owner],
      `usage: '--owner' must be a user or a group of the code host, or an e-mail address, got "${owner}"; write @<user> or @<group>/<name>`]),
  ])('%s', async (_, args, message) => expectRefused(args, message));

  test('a host is too long that is made of the domain', async () => {
    const { code, stderr } = await cli(['init', at('new'), '--domain', `${'a.'.repeat(121)}dev`, '--environments', 'prod,test']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^\[cdk8s-oam init\] invalid-host: '--domain' must be [^;]* got "shop\.prod\.a[^;]*; [^\n]*\n$/)]);
    expect(existsSync(at('new'))).toBe(false);
  });

  test.each(['argo-cd', 'flux'])('a URL for %s has a password, which is not shown', async (tool) => {
    const { code, stderr } = await cli(['init', at('new'), '--delivery', tool, '--repository', 'https://ci:hunter2@git.example.com/a.git']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^\[cdk8s-oam init\] invalid-value: '--repository' /)]);
    expect(stderr).not.toContain('hunter2');
    expect(existsSync(at('new'))).toBe(false);
  });
});
