import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Command, Option } from 'commander';
import { FINE, found, movedTo, ownWords, printable } from '../base/findings/finding';
import { ModelError, isModelError, throwFindings } from '../base/brand';
import { decodeUtf8 } from '../base/utf8';
import { ScraperAddress, ScraperClient, ScraperClientProps, discoverScraper } from '../verify/query';

const SUBJECT = 'cdk8s-oam';

/** The flags that locate the scraper and authenticate to it, shared by the commands that query it. */
export type ConnectionFlags = {
  readonly [F in 'url' | 'namespace' | 'ingress' | 'httpRoute' | 'secret' | 'context' | 'user' | 'caFile'
    | 'passwordFile']?: string;
} & { readonly [F in 'insecureSkipTlsVerify' | 'insecurePlainHttp']?: boolean };

/** Adds the options of `ConnectionFlags`. */
export function withConnection(command: Command): Command {
  return command.option('--url <url>', 'the URL of the scraper: https://<host>, with its path prefix if it has one')
    .option('--namespace <name>',
      'instead of --url: read the Ingress or HTTPRoute and the Secret of the scraper in this namespace')
    .option('--ingress <name>', 'the Ingress whose first rule has the host of the scraper')
    .option('--http-route <name>', 'instead of --ingress: the HTTPRoute whose first hostname is that of the scraper')
    .option('--secret <name>', 'the Secret with the password of the scraper')
    .option('--context <name>', 'the kubectl context (default: the current one)')
    .option('--user <name>', 'the user name (default: the key username of the Secret)')
    .option('--password-file <file>',
      'a file with the password (default: the variable CDK8S_OAM_PASSWORD, the Secret, or a prompt)')
    .option('--ca-file <file>', 'a PEM file with the certificate authorities to trust')
    .option('--insecure-skip-tls-verify',
      'do not verify the certificate of the server; any server that answers receives the password')
    .option('--insecure-plain-http', 'send the password without TLS')
    // declared, so that an error about an unknown option does not show its value
    .addOption(new Option('--password [value]').hideHelp())
    .addHelpText('after',
      '\nPasswords are never arguments, because other users of the machine can see the arguments of a process.');
}

/** Checks what can be checked before files are read and before the user has to log in or type a password. */
export function checkConnection(flags: ConnectionFlags & { readonly password?: unknown }): void {
  const { url, namespace, ingress, httpRoute, secret, context, user, caFile, insecurePlainHttp } = flags;
  const discovery = Object.entries({ namespace, ingress, 'http-route': httpRoute, secret, context })
    .flatMap(([flag, value]) => value === undefined ? [] : `--${flag}`);
  const hasPlace = url !== undefined || namespace !== undefined && (ingress ?? httpRoute) !== undefined;
  throwFindings(SUBJECT, [
    ...flags.password === undefined ? FINE : found('usage', '--password', ownWords(
      'is not an option: other users see arguments in the list of processes',
      'set CDK8S_OAM_PASSWORD, or give --password-file')),
    ...url !== undefined && discovery.length > 0
      ? found('usage', '--url', { reason: 'beside', other: discovery.join(', ') }) : FINE,
    ...hasPlace ? FINE : found('usage', '--url', ownWords(
      'is required, or --namespace with --ingress or --http-route', 'say where the scraper is')),
    ...ingress !== undefined && httpRoute !== undefined
      ? found('usage', '--ingress', { reason: 'beside', other: '--http-route' }) : FINE,
    ...(user ?? secret) === undefined && flags.passwordFile !== undefined ? found('usage', '--user', ownWords(
      'is required beside --password-file', 'name the user whose password it is')) : FINE,
  ]);
  // the password is not known yet; '-' is a placeholder
  const credentials = user === undefined ? undefined : { user, password: '-' };
  createClient({ url: url ?? 'https://localhost', caFile, insecurePlainHttp, credentials });
}

/**
 * Creates the client from the flags, the environment, the cluster and, if necessary, a password that the user types.
 */
export async function connect(flags: ConnectionFlags, environmentPassword?: string): Promise<ScraperClient> {
  const { url: givenUrl, ingress: ingressName, httpRoute: httpRouteName, secret: secretName, user: givenUser } = flags;
  const { namespace, context, passwordFile, caFile, insecureSkipTlsVerify, insecurePlainHttp } = flags;
  let password = environmentPassword;
  if (passwordFile !== undefined) {
    let bytes;
    try {
      bytes = readFileSync(passwordFile);
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      throw new ModelError(SUBJECT,
        found('no-password', '--password-file', { reason: 'not-readable', error: code, path: passwordFile }));
    }
    const { text, complete } = decodeUtf8(bytes);
    if (!complete) {
      throwFindings(SUBJECT, found('no-password', '--password-file', { reason: 'not-utf8', path: passwordFile }));
    }
    // without a byte order mark and without the final line break
    password = text.replace(/^\ufeff/, '').replace(/\r?\n$/, '');
  }
  const { url, credentials }: ScraperAddress = givenUrl === undefined ? await discoverScraper(
    { namespace: namespace!, ingressName, httpRouteName, secretName, user: givenUser }, { context },
  ) : { url: givenUrl };
  const user = credentials ? credentials.user : givenUser;
  return createClient({
    url,
    credentials: user === undefined ? undefined
      : { user, password: password ?? credentials?.password ?? await promptPassword(user, url) },
    caFile,
    insecureSkipTlsVerify,
    insecurePlainHttp,
  });
}

/** The flag that sets each property of the client. The password has no flag. */
const FLAG_OF_PROPERTY: Readonly<Record<string, string>> = {
  url: '--url', caFile: '--ca-file', credentials: '--user', user: '--user', password: 'password',
};

/** Creates a client. Its findings name the flags. */
function createClient(props: ScraperClientProps): ScraperClient {
  try {
    return new ScraperClient(props);
  } catch (error) {
    if (!isModelError(error)) throw error;
    throw new ModelError(SUBJECT, error.findings.map(each => {
      const { [String(each.path.at(-1))]: flag = '' } = FLAG_OF_PROPERTY;
      return flag === '' ? each : movedTo([flag], each);
    }), 'manifests');
  }
}

/** Prompts for the password, and does not echo it. */
async function promptPassword(user: string, url: string): Promise<string> {
  if (!process.stdin.isTTY) throwFindings(SUBJECT, found('no-password', '', { reason: 'nobody-to-ask', user }));
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
    throwFindings(SUBJECT, found('no-password', '', ownWords('no password was given',
      'type it, set CDK8S_OAM_PASSWORD, or give --password-file')));
  }
  return password!;
}
