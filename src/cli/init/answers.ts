import { bad, Finding, FINE, found, saying, Shown } from '../../base/findings/finding';
import { argoCdUrl, fluxUrl } from '../../delivery/tools/tool';
import { imageName, imageVersion } from '../../delivery/environments/images';
import { isDnsLabel, objectName, exactHost, port } from '../../base/names';
import { isPlainName } from '../../files/writing/names';
import { oneOf } from '../flags';

/** The tools that deliver the environments. */
export const DELIVERIES = ['argo-cd', 'flux', 'none'] as const;

/** The CI systems that check pull requests. */
export const CI = ['github', 'gitlab', 'none'] as const;

/** The flags of the command `init`, unparsed. */
export interface InitFlags {
  readonly name: string;
  readonly image: string;
  readonly port: string;
  readonly metricsPort: string;
  readonly environments: string;
  readonly domain: string;
  readonly issuer: string;
  readonly delivery: string;
  readonly repository: string;
  readonly ci: string;
  readonly owner: string;
}

/** The parsed flags, from which a repository is generated. */
export interface Answers {
  /** The name of the application and of its namespace. */
  readonly name: string;
  /** Its image without tag and digest; `version` is the tag or the digest. */
  readonly image: string;
  readonly version: string;
  /** A number, or the unparsed string if it is invalid. */
  readonly port: number | string;
  readonly metricsPort: number | string;
  /** In the order in which a release passes through them; the last one is production. */
  readonly environments: readonly string[];
  readonly domain: string;
  readonly issuer: string;
  readonly delivery: (typeof DELIVERIES)[number];
  readonly repository: string;
  readonly ci: (typeof CI)[number];
  readonly owner: string;
}

/** A public image that serves requests on one port and metrics on another. */
export const SAMPLE_IMAGE = 'ghcr.io/stefanprodan/podinfo';

/** The default of each flag. */
export const DEFAULTS: InitFlags = {
  name: 'shop',
  image: `${SAMPLE_IMAGE}:6.9.2`,
  port: '8080',
  metricsPort: '9090',
  environments: 'dev,staging,prod',
  domain: 'example.com',
  issuer: 'letsencrypt',
  delivery: 'argo-cd',
  repository: 'https://git.example.com/acme/deployments.git',
  ci: 'github',
  owner: '@acme/platform',
};

/** Parses the flags. */
export function answersOf(flags: InitFlags): Answers {
  const [, image = flags.image, tag, digest] = IMAGE.exec(flags.image) ?? [];
  return {
    ...flags,
    image,
    version: tag ?? digest ?? '',
    port: numberOf(flags.port),
    metricsPort: numberOf(flags.metricsPort),
    environments: flags.environments.split(',').map(each => each.trim()),
    delivery: flags.delivery as Answers['delivery'],
    ci: flags.ci as Answers['ci'],
  };
}

const numberOf = (text: string) => /^\d+$/.test(text) ? Number(text) : text;

/** A name with a tag or a digest. A colon with a slash after it starts the port of the registry, not a tag. */
const IMAGE = /^([^@]*?)(?::([^/:@]+(?:@.+)?)|@(.+))$/;

/** Users and groups of code hosts, and email addresses. */
const OWNER = /^(@\w([\w.-]*\w)?(\/\w([\w.-]*\w)?)*|[^\s@#]+@\w([\w.-]*\w)?)$/;

/** Names that the application cannot have: a namespace of Kubernetes itself, and names that the program uses for something else. */
const TAKEN = ['constructor', 'default', 'environment', 'namespaces'];

/** The maximum length of `<environment>-<namespace>`, the name of the object that delivers a namespace. It becomes a label value. */
const LONGEST_DELIVERED = 63;

/** Checks the parsed flags, and returns all findings. */
export function checkAnswers(answers: Answers): Finding[] {
  const { image, version, port: own, metricsPort, delivery, repository, ci, issuer, owner } = answers;
  return [
    ...nameFindings(answers),
    ...imageName(image, '--image'),
    ...image === '' ? FINE : ['', 'latest'].includes(version)
      ? bad('usage', saying('must have a tag other than "latest", or a digest',
        'write <name>:<tag>'), '--image', version === '' ? image : `${image}:${version}`)
      : imageVersion(version, '--image'),
    ...port(own, '--port'),
    ...port(metricsPort, '--metrics-port'),
    ...own === metricsPort ? found('usage', '--metrics-port',
      saying('must be another port than --port: requests from outside would reach the metrics too', 'name the port of the metrics')) : FINE,
    ...hostFindings(answers),
    ...objectName(issuer, '--issuer'),
    ...oneOf('--delivery', delivery, DELIVERIES),
    ...delivery === 'none' ? FINE : (delivery === 'flux' ? fluxUrl : argoCdUrl)(repository, '--repository'),
    ...oneOf('--ci', ci, CI),
    ...OWNER.test(owner) ? FINE : bad('usage', saying('must be a user or a group of the code host, or an e-mail address',
      'write @<user> or @<group>/<name>'), '--owner', owner),
  ];
}

function nameFindings({ name, environments, delivery }: Answers): Finding[] {
  if (!isDnsLabel(name) || !/^[a-z]/.test(name)) {
    return bad('usage', saying('must be a DNS-1035 label (lower-case letters, digits and "-", beginning with a letter)',
      'give the application another name'), '--name', name);
  }
  if (TAKEN.includes(name) || name.startsWith('kube-')) {
    return found('usage', '--name', { reason: 'taken-name', others: [...TAKEN, 'kube-*'], value: Shown.of(name) });
  }
  const tooLong = delivery !== 'none' && environments.find(each => `${each}-${name}`.length > LONGEST_DELIVERED);
  if (!tooLong) return FINE;
  return found('usage', '--name', { reason: 'long-name', max: LONGEST_DELIVERED, environment: tooLong, value: Shown.of(name) });
}

/** Checks the environments and the domain and, if they are valid, the hosts that are built from them. */
function hostFindings({ name, environments, domain }: Answers): Finding[] {
  if (environments.join('') === '') {
    return found('usage', '--environments', saying('must have a name', 'write them with commas, such as dev,staging,prod'));
  }
  const isName = (each: string) => isDnsLabel(each) && isPlainName(each);
  const parts = [
    ...environments.flatMap((each, i) => environments.indexOf(each) < i
      ? found('invalid-value', '--environments', { reason: 'twice', value: Shown.of(each) })
      : isName(each) ? FINE : bad('invalid-value', 'environment-name', '--environments', each)),
    ...exactHost(domain, '--domain'),
  ];
  const hosts = isDnsLabel(name) && parts.length === 0 ? environments.map((_, i) => hostOf({ name, environments, domain }, i)) : [];
  return [...parts, ...hosts.flatMap(each => exactHost(each, '--domain'))];
}

/** The host of the application: `<name>.<domain>` in production, `<name>.<environment>.<domain>` in the other environments. */
export function hostOf({ name, environments, domain }: Pick<Answers, 'name' | 'environments' | 'domain'>, index: number): string {
  return [name, ...index === environments.length - 1 ? [] : [environments[index]], domain].join('.');
}
