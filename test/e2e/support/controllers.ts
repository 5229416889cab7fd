import { curl, CurlOptions, CurlResult } from './curl';
import { startHaproxy } from './haproxy';
import { haproxyFromIngress, haproxyIngressFromIngress } from './haproxy-ingress';
import { IngressInput, routeOf } from './ingress';
import { startNginx } from './nginx';
import { f5NginxFromIngress, nginxFromIngress } from './nginx-ingress';
import { freePort } from './ports';
import { RunningServer } from './server';

/** An ingress controller: its server is real, and it is configured as the controller does it. */
export const CONTROLLERS = {
  'ingress-nginx': async (input: IngressInput) => startNginx(nginxFromIngress(input)),
  'f5-nginx': async (input: IngressInput) => startNginx(f5NginxFromIngress(input)),
  'haproxytech': async (input: IngressInput) => startHaproxy(haproxyFromIngress(input)),
  'haproxy-ingress': async (input: IngressInput) => startHaproxy(haproxyIngressFromIngress(input)),
} as const;

/** The name of one. */
export type Controller = keyof typeof CONTROLLERS;

/** A controller that serves an Ingress. */
export interface RunningController extends RunningServer {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Asks the host of the Ingress over TLS, and trusts its authority. */
  get(path: string, options?: Partial<CurlOptions>): Promise<CurlResult>;
  /** Asks the host of the Ingress in the clear. */
  getPlain(path: string, options?: Partial<CurlOptions>): Promise<CurlResult>;
}

/** Starts a controller on free ports. */
export async function startController(name: Controller, objects: Omit<IngressInput, 'httpPort' | 'httpsPort'>): Promise<RunningController> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const input = { ...objects, httpPort, httpsPort };
  const { host } = routeOf(input);
  const running = await CONTROLLERS[name](input);
  return {
    ...running,
    httpPort,
    httpsPort,
    get: async (path, options) => curl({ url: `https://${host}:${httpsPort}${path}`, caFile: objects.tls?.caFile, ...options }),
    getPlain: async (path, options) => curl({ url: `http://${host}:${httpPort}${path}`, ...options }),
  };
}
