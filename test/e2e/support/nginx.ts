import { RunningServer, startServer } from './server';

/** What an nginx is started with. */
export interface NginxSetup {
  /** The `server` blocks. */
  readonly http: string;
  /** Files beside the configuration, which it may name by their path. @default - none */
  readonly files?: Readonly<Record<string, string>>;
  /** The ports on which it listens. */
  readonly ports: readonly number[];
}

/** Starts an nginx that touches nothing outside its folder. */
export async function startNginx({ http, files = {}, ports }: NginxSetup): Promise<RunningServer> {
  const args = ['-p', '.', '-c', 'nginx.conf', '-e', 'stderr'];
  return startServer({ name: 'nginx', args, files: { ...files, 'nginx.conf': configuration(http) }, ports });
}

/** One process, so that none is left when it is killed, and so that root's files are readable for it. */
function configuration(http: string): string {
  return `daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events {
  worker_connections 64;
}
http {
  access_log off;
  client_body_temp_path client-body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
${http}}
`;
}
