import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Command, Option } from 'commander';
import { Finding, FINE, found, movedTo, saying, showPath, printable } from '../base/findings/finding';
import { ModelError, isModelError, refuse } from '../base/brand';
import { decodeUtf8 } from '../base/utf8';
import { ScraperAddress, ScraperClient, ScraperClientProps, ScraperNames, discoverScraper } from '../verify/query';

/** The flags that locate the scraper and authenticate to it, shared by the commands that query it. */
export type ConnectionFlags = {
  readonly [F in 'url' | 'namespace' | 'ingress' | 'httpRoute' | 'secret' | 'context' | 'user' | 'caFile' | 'passwordFile']?: string;
} & { readonly [F in 'insecureSkipTlsVerify' | 'insecurePlainHttp']?: boolean };

const DISCOVERY = ['namespace', 'ingress', 'httpRoute', 'secret', 'context'] as const;

/** Adds the options of `ConnectionFlags`. */
export function withConnection(command: Command): Command {
  return command
    .option('--url <url>', 'the URL of the scraper: https://<host>, with its path prefix if it has one')
    .option('--namespace <name>', 'instead of --url: read the Ingress or HTTPRoute and the Secret of the scraper in this namespace')
    .option('--ingress <name>', 'the Ingress whose first rule has the host of the scraper')
    .option('--http-route <name>', 'instead of --ingress: the HTTPRoute whose first hostname is that of the scraper')
    .option('--secret <name>', 'the Secret with the password of the scraper')
    .option('--context <name>', 'the kubectl context (default: the current one)')
    .option('--user <name>', 'the user name (default: the key username of the Secret)')
    .option('--password-file <file>', 'a file with the password (default: the variable CDK8S_OAM_PASSWORD, the Secret, or a prompt)')
    .option('--ca-file <file>', 'a PEM file with the certificate authorities to trust')
    .option('--insecure-skip-tls-verify', 'do not verify the certificate of the server; any server that answers receives the password')
    .option('--insecure-plain-http', 'send the password without TLS')
    // declared, so that an error about an unknown option does not show its value
    .addOption(new Option('--password [value]').hideHelp())
    .addHelpText('after', '\nPasswords are never arguments, because other users of the machine can see the arguments of a process.');
}

/** Checks what can be checked before files are read and before the user has to log in or type a password. */
export function checkConnection(flags: ConnectionFlags): void {
  refuse('cdk8s-oam', checkFlags(flags));
  const { url = 'https://localhost', user, caFile, insecurePlainHttp } = flags;
  // the password is not known yet; '-' is a placeholder
  void clientOf({ url, caFile, insecurePlainHttp, credentials: user === undefined ? undefined : { user, password: '-' } });
}

/** Creates the client from the flags, the environment, the cluster and, if necessary, a password that the user types. */
export async function connect(flags: ConnectionFlags, environmentPassword?: string): Promise<ScraperClient> {
  const given = flags.passwordFile === undefined ? environmentPassword : passwordOfFile(flags.passwordFile);
  const address = await addressOf(flags, given);
  const { caFile, insecureSkipTlsVerify, insecurePlainHttp } = flags;
  return clientOf({ ...address, caFile, insecureSkipTlsVerify, insecurePlainHttp });
}

/** The flag that sets each property of the client. The password has no flag. */
const FLAG_OF: Readonly<Record<string, string>> = {
  'url': '--url', 'caFile': '--ca-file', 'credentials': '--user', 'credentials.user': '--user', 'credentials.password': 'password',
};

function clientOf(props: ScraperClientProps): ScraperClient {
  try {
    return new ScraperClient(props);
  } catch (error) {
    if (!isModelError(error)) throw error;
    throw new ModelError('cdk8s-oam', error.findings.map(each => {
      const flag = FLAG_OF[showPath(each.path)];
      return flag === undefined ? each : movedTo([flag], each);
    }), 'manifests');
  }
}

function checkFlags(flags: ConnectionFlags & { readonly password?: unknown }): Finding[] {
  const { url, namespace, ingress, httpRoute, secret, user } = flags;
  const discovery = DISCOVERY.filter(name => flags[name] !== undefined).map(name => name === 'httpRoute' ? '--http-route' : `--${name}`);
  return [
    ...flags.password === undefined ? FINE : found('usage', '--password',
      saying('is not an option: other users see arguments in the list of processes', 'set CDK8S_OAM_PASSWORD, or give --password-file')),
    ...url !== undefined && discovery.length > 0 ? found('usage', '--url', { reason: 'beside', other: discovery.join(', ') }) : FINE,
    ...url === undefined && (namespace === undefined || (ingress ?? httpRoute) === undefined)
      ? found('usage', '--url', saying('is required, or --namespace with --ingress or --http-route', 'say where the scraper is')) : FINE,
    ...ingress !== undefined && httpRoute !== undefined ? found('usage', '--ingress', { reason: 'beside', other: '--http-route' }) : FINE,
    ...(user ?? secret) === undefined && flags.passwordFile !== undefined ? found('usage', '--user',
      saying('is required beside --password-file', 'name the user whose password it is')) : FINE,
  ];
}

async function addressOf(flags: ConnectionFlags, password?: string): Promise<ScraperAddress> {
  const { url, namespace, ingress: ingressName, httpRoute: httpRouteName, secret: secretName, context, user } = flags;
  const names: ScraperNames = { namespace: namespace!, ingressName, httpRouteName, secretName, user };
  const address: ScraperAddress = url === undefined ? await discoverScraper(names, { context }) : { url };
  const { user: name, password: known } = address.credentials ?? { user, password: undefined };
  if (name === undefined) return address;
  return { url: address.url, credentials: { user: name, password: password ?? known ?? await promptPassword(name, address.url) } };
}

/** Reads a password from a file, without a byte order mark and without the final line break. */
function passwordOfFile(file: string): string {
  const { text, complete } = decodeUtf8(read(file));
  if (!complete) refuse('cdk8s-oam', found('no-password', '--password-file', { reason: 'not-utf8', path: file }));
  return text.replace(/^\ufeff/, '').replace(/\r?\n$/, '');
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ModelError('cdk8s-oam', found('no-password', '--password-file', { reason: 'not-readable', error: code, path: file }));
  }
}

/** Prompts for the password, and does not echo it. */
async function promptPassword(user: string, url: string): Promise<string> {
  if (!process.stdin.isTTY) refuse('cdk8s-oam', found('no-password', '', { reason: 'nobody-to-ask', user }));
  process.stderr.write(printable(`Password of ${user} at ${url}: `));
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  const password = await new Promise<string | undefined>(resolve => {
    reader.on('close', () => resolve(undefined));
    reader.question('', resolve);
  });
  reader.close();
  process.stderr.write('\n');
  if (!password) {
    refuse('cdk8s-oam', found('no-password', '', saying('no password was given',
      'type it, set CDK8S_OAM_PASSWORD, or give --password-file')));
  }
  return password!;
}
