/** A Git repository that is served as a Git server does it, on loopback. */
import { execFileSync, spawn } from 'child_process';
import { createServer, IncomingMessage, ServerResponse } from 'http';
import { AddressInfo } from 'net';
import { join } from 'path';
import { LOOPBACK } from '../../../e2e/support/waiting';

/** A repository with the branch `main`. */
export interface Repository {
  readonly url: string;
  /** Its working copy. */
  readonly folder: string;
  /** Commits all that is in the working copy, and answers the commit. */
  commit(message: string): string;
  stop(): void;
}

const IDENTITY = ['-c', 'user.name=proof', '-c', 'user.email=proof@example.com'];

/** Serves a folder, in which `git init` is done first, as `/deployments.git`. */
export async function serveRepository(folder: string): Promise<Repository> {
  const git = (...args: string[]) => execFileSync('git', [...IDENTITY, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch=main');
  const server = createServer((request, response) => answer(folder, request, response));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, LOOPBACK, resolve));
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/deployments.git`,
    folder,
    commit: (message) => {
      git('add', '--all');
      git('commit', '--quiet', '--message', message);
      return git('rev-parse', 'HEAD');
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** As a web server calls Git's own program for it. */
function answer(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url!, 'http://git');
  const { 'content-type': type, 'content-encoding': encoding, 'git-protocol': protocol } = request.headers;
  const child = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: join(folder, '.git'),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname.replace('/deployments.git', ''),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      ...type && { CONTENT_TYPE: type },
      ...encoding && { HTTP_CONTENT_ENCODING: encoding },
      ...protocol && { GIT_PROTOCOL: `${protocol}` },
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // a client may go before it has read all
  child.stdin.on('error', () => {});
  request.pipe(child.stdin);
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => {
    const all = Buffer.concat(pieces);
    const end = all.indexOf('\r\n\r\n');
    const head = all.subarray(0, end).toString().split('\r\n').map((line) => line.split(': ', 2));
    const status = head.find(([name]) => name === 'Status')?.[1];
    for (const [name, value] of head.filter(([each]) => each !== 'Status')) response.setHeader(name, value);
    response.writeHead(status ? parseInt(status, 10) : 200).end(all.subarray(end + 4));
  });
}
