import { chmodSync, existsSync, readFileSync } from 'fs';
import { delimiter, dirname, join } from 'path';
import { stringify } from 'yaml';
import { Certificate } from './certificate';
import { temporaryFolder, writeFiles } from './folder';
import { pathOf } from '../../../build-tools/servers';

/** How a login ends. */
export interface LoginSetup {
  readonly token: string;
  /** Seconds that it takes. @default 0 */
  readonly seconds?: number;
  /** It fails. @default false */
  readonly fails?: boolean;
}

/** A configuration of kubectl whose user logs in by a program of their own. */
export interface Kubeconfig {
  /** The variables that lead to it; it touches nothing of the user who runs the tests. */
  readonly env: Readonly<Record<string, string>>;
  /** The environments in which the program was run so far. */
  environments(): string[];
}

/** Writes a configuration with the contexts `test` (the current one) and `nowhere`, which no server has. */
export function kubeconfig(server: string, { caFile }: Certificate, login: LoginSetup): Kubeconfig {
  const folder = temporaryFolder('kubectl');
  const [file, plugin, log] = ['config', 'login', 'environments'].map((name) => join(folder, name));
  writeFiles(folder, { 'config': stringify(configuration(server, caFile, plugin)), 'login': script(login, log), 'home/.keep': '' });
  chmodSync(plugin, 0o700);
  const path = [dirname(pathOf('kubectl')!), process.env.PATH].join(delimiter);
  return {
    env: { KUBECONFIG: file, HOME: join(folder, 'home'), PATH: path },
    environments: () => existsSync(log) ? readFileSync(log, 'utf8').split('--\n').filter(Boolean) : [],
  };
}

function configuration(server: string, caFile: string, command: string): object {
  const exec = { apiVersion: 'client.authentication.k8s.io/v1beta1', command, interactiveMode: 'IfAvailable' };
  return {
    'apiVersion': 'v1',
    'kind': 'Config',
    'clusters': [{ name: 'test', cluster: { 'server': server, 'certificate-authority': caFile } }],
    'users': [{ name: 'test', user: { exec } }],
    'contexts': [{ name: 'test', context: { cluster: 'test', user: 'test' } }, { name: 'nowhere', context: { cluster: 'nowhere', user: 'test' } }],
    'current-context': 'test',
  };
}

/** What stands in for the login of a cloud. */
function script({ token, seconds = 0, fails = false }: LoginSetup, log: string): string {
  const credential = { apiVersion: 'client.authentication.k8s.io/v1beta1', kind: 'ExecCredential', status: { token } };
  return `#!/bin/sh
(env; echo --) >> '${log}'
echo 'To sign in, open https://login.example.com' >&2
sleep ${seconds}
${fails ? 'exit 1' : `echo '${JSON.stringify(credential)}'`}
`;
}
