import { bad, Finding, FINE, found, ownWords, Shown } from '../../base/findings/finding';
import { LONGEST_DELIVERED, TOOL_FACTS } from '../../delivery/tools/tool-facts';
import { environmentName, imageName, imageVersion } from '../../delivery/environments/images';
import { isDnsLabel, namespaceName, objectName } from '../../base/names';
import { distinctByJson } from '../../base/check';
import { isPlainName } from '../../files/writing/names';
import { checkChoice } from '../arguments';
import { exactHost, metricsPath as httpMetricsPath, port } from '../../base/addresses';
import { INGRESS_CONTROLLERS, IngressControllerName } from '../../cluster/routes/controllers';
import { kebabCase } from '../../migration/typescript/names';
import { releaseName } from '../../targets/kubernetes/metrics/prometheus-operator';

/** The tools that deliver the environments. */
export const DELIVERIES = [...Object.keys(TOOL_FACTS), 'none'];

/** The CI systems that check pull requests. */
export const CI = ['github', 'gitlab', 'none'] as const;

/** A public image that serves requests on one port and metrics on another. */
export const SAMPLE_IMAGE = 'ghcr.io/stefanprodan/podinfo';

/** The value of a flag for a port that the application does not have. */
export const NO_PORT = 'none';

/** The default of each flag that has one. */
export const DEFAULTS = {
  name: 'shop',
  image: `${SAMPLE_IMAGE}:6.9.2`,
  port: '8080',
  environments: 'dev,staging,prod',
  domain: 'example.com',
  clusterIssuer: 'letsencrypt',
  ingressController: 'traefik',
  release: 'monitoring',
  releaseNamespace: 'monitoring',
  delivery: 'argo-cd',
  repository: 'https://git.example.com/acme/deployments.git',
  ci: 'github',
};

/** The port for metrics, unless the flags say otherwise, and the path at which Prometheus asks for metrics. */
export const [METRICS_PORT, METRICS_PATH] = ['9090', '/metrics'];

/** The flags of the command `init`, unparsed. */
export type InitFlags = Readonly<typeof DEFAULTS> & {
  readonly metricsPort?: string;
  readonly metricsPath?: string;
  readonly owner?: string;
  readonly codeScanning?: boolean;
};

type Parsed = 'port' | 'metricsPort' | 'metricsPath' | 'environments' | 'ingressController' | 'delivery' | 'ci';

/**
 * The parsed flags, from which a repository is generated. `name` is the name of the application and of its namespace,
 * `image` its image without tag and digest.
 */
export interface Answers extends Omit<InitFlags, Parsed> {
  /** The tag or the digest of the image. */
  readonly version: string;
  /** A number, or the unparsed string if it is invalid; `undefined` if there is no such port. */
  readonly port?: number | string;
  readonly metricsPort?: number | string;
  readonly metricsPath: string;
  /** In the order in which a release passes through them; the last one is production. */
  readonly environments: readonly string[];
  readonly ingressController: IngressControllerName;
  readonly delivery: keyof typeof TOOL_FACTS | 'none';
  readonly ci: (typeof CI)[number];
}

/** A name with a tag or a digest. A colon with a slash after it starts the port of the registry, not a tag. */
const IMAGE = /^([^@]*?)(?::([^/:@]+(?:@.+)?)|@(.+))$/;

/** Parses the flags. With a path for metrics and no port for them, one port serves requests and metrics. */
export function answersOf(flags: InitFlags): Answers {
  const [, image = flags.image, tag, digest] = IMAGE.exec(flags.image) ?? [];
  const portIn = (text: string) => text === NO_PORT ? undefined : /^\d+$/.test(text) ? Number(text) : text;
  const { port: requests, metricsPath } = flags;
  const isShared = metricsPath !== undefined && requests !== NO_PORT;
  return {
    ...flags,
    image,
    version: tag ?? digest ?? '',
    port: portIn(requests),
    metricsPort: portIn(flags.metricsPort ?? (isShared ? requests : METRICS_PORT)),
    metricsPath: metricsPath ?? METRICS_PATH,
    environments: flags.environments.split(',').map(each => each.trim()),
    ingressController: flags.ingressController as Answers['ingressController'],
    delivery: flags.delivery as Answers['delivery'],
    ci: flags.ci as Answers['ci'],
  };
}

/** Finds the flags that would have no effect beside another one. A default value asks for nothing. */
export function checkIdleFlags(flags: InitFlags): Finding[] {
  const idle = (isIdle: boolean, other: string, ...names: (keyof InitFlags)[]) => names
    .filter(name => isIdle && flags[name] && flags[name] !== (DEFAULTS as Partial<InitFlags>)[name])
    .flatMap(name => found('usage', `--${kebabCase(name, '')}`, { reason: 'beside', other }));
  return [
    ...idle(flags.port === NO_PORT, '--port none', 'domain', 'clusterIssuer', 'ingressController'),
    ...idle(flags.metricsPort === NO_PORT, '--metrics-port none', 'metricsPath', 'release', 'releaseNamespace'),
    ...idle(flags.delivery === 'none', '--delivery none', 'repository'),
    ...idle(flags.ci !== 'github', `--ci ${flags.ci}`, 'codeScanning'),
  ];
}

/** Users and groups of code hosts, and email addresses. */
const OWNER = /^(@\w([\w.-]*\w)?(\/\w([\w.-]*\w)?)*|[^\s@#]+@\w([\w.-]*\w)?)$/;

/**
 * Names that the application cannot have: a namespace of Kubernetes itself, and names that the program uses for
 * something else.
 */
const TAKEN = ['constructor', 'default', 'environment', 'namespaces'];

/** Checks the parsed flags, and returns all findings. */
export function checkAnswers(answers: Answers): Finding[] {
  const {
    name, image, version, port: requests, metricsPort, metricsPath, environments, delivery, repository, ci,
    clusterIssuer, ingressController, release, releaseNamespace, owner,
  } = answers;
  const tooLong = environments.find(each => delivery !== 'none' && `${each}-${name}`.length > LONGEST_DELIVERED);
  const isUntagged = image !== '' && ['', 'latest'].includes(version);
  return [
    ...!isDnsLabel(name) || !/^[a-z]/.test(name) ? bad('usage', ownWords(
      'must be a DNS-1035 label (lower-case letters, digits and "-", beginning with a letter)',
      'give the application another name'), '--name', name)
      : TAKEN.includes(name) || name.startsWith('kube-')
        ? found('usage', '--name', { reason: 'taken-name', others: [...TAKEN, 'kube-*'], value: Shown.of(name) })
        : tooLong ? found('usage', '--name',
          { reason: 'long-name', max: LONGEST_DELIVERED, environment: tooLong, value: Shown.of(name) }) : FINE,
    ...imageName(image, '--image'),
    ...isUntagged ? bad('usage', ownWords('must have a tag other than "latest", or a digest', 'write <name>:<tag>'),
      '--image', version === '' ? image : `${image}:${version}`)
      : image === '' ? FINE : imageVersion(version, '--image'),
    ...requests === undefined ? FINE : port(requests, '--port'),
    ...metricsPort === undefined ? FINE : port(metricsPort, '--metrics-port'),
    ...httpMetricsPath(metricsPath, '--metrics-path'),
    ...environments.flatMap((each, i) => environments.indexOf(each) < i
      ? found('invalid-value', '--environments', { reason: 'twice', value: Shown.of(each) })
      : environmentName(each, '--environments')),
    ...domainFindings(answers),
    ...objectName(clusterIssuer, '--cluster-issuer'),
    ...checkChoice('--ingress-controller', ingressController, INGRESS_CONTROLLERS),
    ...releaseName(release, '--release'),
    ...namespaceName(releaseNamespace, '--release-namespace'),
    ...checkChoice('--delivery', delivery, DELIVERIES),
    ...delivery === 'none' ? FINE : TOOL_FACTS[delivery]?.url?.check(repository, '--repository') ?? FINE,
    ...checkChoice('--ci', ci, CI),
    ...owner === undefined || OWNER.test(owner) ? FINE : bad('usage', ownWords(
      'must be a user or a group of the code host, or an e-mail address', 'write @<user> or @<group>/<name>',
    ), '--owner', owner),
  ];
}

/**
 * Checks the domain and, if it and the name are valid, the hosts that are composed of it: a host may be too long that
 * has valid parts only.
 */
function domainFindings(answers: Answers): Finding[] {
  const alone = exactHost(answers.domain, '--domain');
  if (alone.length > 0 || !isDnsLabel(answers.name)) return alone;
  return distinctByJson(answers.environments.flatMap((each, i) =>
    isPlainName(each) ? exactHost(applicationHost(answers, i), '--domain') : FINE));
}

/**
 * The host of the application: `<name>.<domain>` in production, `<name>.<environment>.<domain>` in the other
 * environments.
 */
export function applicationHost({ name, environments, domain }: Answers, index: number): string {
  return [name, ...index === environments.length - 1 ? [] : [environments[index]], domain].join('.');
}
