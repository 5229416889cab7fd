import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { stringify } from 'yaml';
import { Answers, applicationHost, METRICS_PATH, SAMPLE_IMAGE } from './answers';
import { ingressFactory } from '../../cluster/routes/controllers';
import { prometheusNameOf } from '../../cluster/scraping/prometheus';
import { TOOL_FACTS, ToolFacts } from '../../delivery/tools/tool-facts';
import { pascalCase } from '../../migration/typescript/names';
import { OwnPackage, ownPackage, projectFiles } from '../../migration/typescript/node-project';
import { stringLiteral } from '../../migration/typescript/tree';

/** The file with the guide to a repository. */
export const README = 'README.md';

/** The file with the checks of pull requests. */
const CHECKS: Readonly<Record<Answers['ci'], string>> =
  { github: '.github/workflows/manifests.yml', gitlab: '.gitlab-ci.yml', none: '' };

/** The scripts. Manifests alone do not say which monitors the Prometheus of the chart selects. */
function scriptsOf({ metricsPort, release, releaseNamespace }: Answers): Readonly<Record<string, string>> {
  const prometheus = `--prometheus ${releaseNamespace}/${prometheusNameOf(release, {})} `
    + `--monitor-selector release=${release} --monitor-namespaces all`;
  return {
    synth: 'cdk8s-oam synth',
    test: 'tsc && jest',
    diff: 'cdk8s-oam diff',
    validate: `cdk8s-oam validate dist --environments${metricsPort === undefined ? '' : ` ${prometheus}`}`,
  };
}

/** What templates are filled with, by name. */
type Values = Readonly<Record<string, unknown>>;

/** A part of a template: lines between two comments that name a value, without which the part is left out. */
const PART = /^ *(?:\/\/|#|<!--) begin (\w+)(?: -->)?\n([^]*?)^ *(?:\/\/|#|<!--) end \1(?: -->)?\n/gm;

/** A template with its parts for which there is a value, and with the values in place of their names in braces. */
function fill(template: string, values: Values): string {
  const folder = join(dirname(require.resolve('cdk8s-oam/package.json')), 'templates');
  return readFileSync(join(folder, template), 'utf8').replace(PART, (_, part, lines) => values[part] ? lines : '')
    .replace(/\{\{(\w+)\}\}/g, (_, key) => String(values[key]));
}

const ofRepository = (template: string, values: Values) => fill(`repository/${template}`, values);

/** The path of a folder in the Git repository around it: '' if it is the root, or in none. */
export function pathInRepository(folder: string): string {
  const own = resolve(folder);
  let root = own;
  while (!existsSync(join(root, '.git')) && root !== dirname(root)) root = dirname(root);
  return root === dirname(root) ? '' : relative(root, own);
}

/** All files of a repository, by path; `guide` is the file for people. */
export function repositoryFiles(
  answers: Answers, folder: string, own: OwnPackage = ownPackage(), guide = README,
): Map<string, string> {
  const { name, ci, owner } = answers;
  const dist = stringLiteral(join(pathInRepository(folder), 'dist').replaceAll(sep, '/'));
  const values = { ...answers, ...programValues(answers), ...deliveryValues(answers), ...guideValues(answers), dist };
  return new Map([
    ...projectFiles({ folder, otherwise: 'deployments', scripts: scriptsOf(answers), own, hasTests: true }),
    ...['main.ts', 'settings.ts', 'images.yaml', 'environments.ts'].map(path =>
      [path, ofRepository(path, values)] as const),
    [`applications/${name}.ts`, ofRepository('application.ts', values)],
    [`test/${name}.test.ts`, ofRepository('application-test.ts', values)],
    [guide, guideText(answers, values)],
    // every file has an owner: each can change production, through what the program writes or through what checks it
    ...owner === undefined ? [] : [['CODEOWNERS', ofRepository('CODEOWNERS', values)] as const],
    // without checks, nobody would see what an update breaks
    ...CHECKS[ci] ? [
      [CHECKS[ci], fill(`${ci}.yml`, values)] as const,
      ['renovate.json', ofRepository('renovate.json', values)] as const,
    ] : [],
  ]);
}

/** What the program and its tests are filled with. */
function programValues(answers: Answers) {
  const { name, image, version, port, metricsPort, metricsPath, environments, ingressController } = answers;
  const [requests, metrics] = [port !== undefined, metricsPort !== undefined];
  const isShared = port === metricsPort;
  const ownPath = metricsPath === METRICS_PATH ? '' : `path: ${stringLiteral(metricsPath)}`;
  const settings = isShared || ownPath ? `, metrics: ${ownPath && `{ ${ownPath} }` || '{}'}` : '';
  const replicas = (index: number) => index === environments.length - 1 ? 2 : 1;
  return {
    requests,
    metrics,
    component: requests ? 'web' : 'worker',
    ports: [
      ...requests ? [`{ name: 'http', port: ${port}, servicePort: 80${isShared ? settings : ''} }`] : [],
      ...metrics && !isShared ? [`{ name: 'metrics', port: ${metricsPort}${settings} }`] : [],
    ].join(', '),
    probed: port ?? metricsPort,
    scraped: isShared ? 'the port has metrics too, and the Ingress publishes them with all other paths'
      : 'the port called metrics is scraped',
    metricsPath: stringLiteral(metricsPath),
    parameters: [...requests ? ['host'] : [], 'replicas'].join(', '),
    traits: ['ApplicationConfiguration', 'DisruptionBudgetTrait', 'Environment', ...requests ? ['IngressTrait'] : []]
      .join(', '),
    ingressFactory: ingressFactory(ingressController),
    addApplication: `add${pascalCase(name, '')}`,
    versions: stringify(Object.fromEntries(environments.map(each => [each, { [image]: version }])), { lineWidth: 0 }),
    entries: environments.map((each, i) => `  { name: ${stringLiteral(each)}, `
      + `${requests ? `host: ${stringLiteral(applicationHost(answers, i))}, ` : ''}replicas: ${replicas(i)} },\n`)
      .join(''),
    // the sample image listens on the ports that its arguments set, and names its user, whom no kubelet can verify
    sample: image === SAMPLE_IMAGE,
    command: ["'./podinfo'", ...requests ? [`'--port=${port}'`] : [],
      ...metrics && !isShared ? [`'--port-metrics=${metricsPort}'`] : []].join(', '),
  };
}

/** What says how the manifests are delivered, and to what clusters. */
function deliveryValues(answers: Answers) {
  const { port, metricsPort, delivery, environments, repository, ingressController } = answers;
  const { release, releaseNamespace, clusterIssuer } = answers;
  const { folder, factory, url }: Partial<ToolFacts> = delivery === 'none' ? {} : TOOL_FACTS[delivery];
  const [requests, metrics] = [port !== undefined, metricsPort !== undefined];
  const clusters = [
    ...metrics ? [`kube-prometheus-stack (Helm release \`${release}\` in the namespace \`${releaseNamespace}\`)`] : [],
    ...requests
      ? [`the ingress controller \`${ingressController}\``, `cert-manager with the ClusterIssuer \`${clusterIssuer}\``] : [],
  ];
  const having = [...metrics ? ['kube-prometheus-stack'] : [], ...requests ? [ingressController, 'cert-manager'] : []];
  const listed = new Intl.ListFormat('en');
  return {
    delivered: url,
    deliveryFactory: factory,
    urlProperty: url?.property,
    url: stringLiteral(repository),
    files: environments.map(each => `-f dist/${folder}/${each}.yaml`).join(' '),
    clusters: listed.format(clusters),
    having: having.length === 0 ? '' : `, which have ${listed.format(having)}`,
    imports: [
      'Environment', 'Environments', ...url ? ['GitOpsDelivery'] : [], ...requests ? ['IngressProvider'] : [],
      'KubernetesPlatform', ...metrics ? ['MonitoringProvider'] : [], 'PodSecurity',
      ...requests ? ['TlsCertificate'] : [],
    ].join(', ').replace(/^(.{100,}?,) /, '$1\n  '),
  };
}

/** What the guide is filled with. */
function guideValues({ environments, ci, owner }: Answers) {
  const [first, next, ...others] = environments;
  return {
    first,
    next,
    // from each environment to the next one, which is never skipped
    later: others.map((each, i) =>
      `${i === 0 ? ', and in the same way' : ','} from ${others[i - 1] ?? next} to ${each}`).join(''),
    promoted: next === undefined ? '' : '; the other environments get them when you promote them',
    fromOwners: owner === undefined ? '' : ' from code owners',
    request: ci === 'gitlab' ? 'merge request' : 'pull request',
    requestsTitle: ci === 'gitlab' ? 'Merge requests' : 'Pull requests',
    checked: CHECKS[ci],
  };
}

function guideText(answers: Answers, values: Values): string {
  const { name, port, environments, delivery, ci } = answers;
  const last = environments.length - 1;
  return ofRepository('README.md', {
    ...values,
    pullRequests: ofRepository(`pull-requests/${ci}.md`, values).trim(),
    deliveryText: ofRepository(`delivery/${delivery}.md`, values).trim(),
    hostIn: port === undefined ? ''
      : ` The host of ${name} is \`${applicationHost(answers, last)}\` in ${environments[last]}.`,
    promotion: environments.length === 1 ? '' : ofRepository('promotion.md', values),
  });
}
