/** What the engine for routes says of a request, and what was seen, in the same words. */
import type { Answer } from './ask';
import { TOKENS } from './tokens';
import type { TrialRequest } from './trial';
import { decide, Guard } from '../../../../src/cluster/authorization/guard';
import { guardOf } from '../../../../src/cluster/authorization/route-guard';
import type { PodsEnd } from '../../../../src/cluster/network-policies';
import { ObjectIndex } from '../../../../src/cluster/objects/object-index';
import type { TypedManifest } from '../../../../src/base/oam-kind';
import { tablesOf } from '../../../../src/cluster/routes/all-routes';
import { servedBy, tablesFor } from '../../../../src/cluster/routes/reach';
import { Route, backendNamespaceOf, RouteTable } from '../../../../src/cluster/routes/route';
import { Normalization, readByEnvoy } from '../../../support/envoy-paths';

/** `none`, `broken`, `denied`, `redirected`, a status, or a port of a Service as `namespace/name:port`. */
export type Outcome = string;

/** What is known of a gateway. */
export interface GatewayFacts {
  readonly normalization: Normalization;
  readonly pods: PodsEnd;
  /** Whether policies are asked before routes, so that what no route takes may be denied too. */
  readonly asksFirst?: boolean;
}

/** The engine, with the objects of a cluster. */
export class Engine {
  private readonly tables: readonly RouteTable[];
  private readonly index: ObjectIndex;

  public constructor(objects: readonly TypedManifest[], private readonly facts: GatewayFacts) {
    this.index = new ObjectIndex(objects);
    this.tables = tablesOf(this.index);
  }

  /** What becomes of a request; more than one outcome where that depends. */
  public outcomesOf({ token, ...request }: TrialRequest): Outcome[] {
    const { host } = request;
    const read = readByEnvoy(request.path, this.facts.normalization);
    if ('status' in read) return [read.status === 307 ? 'redirected' : String(read.status)];
    const { path } = read;
    const { route, rivals } = this.find({ ...request, path });
    if (!route) return ['none', ...this.facts.asksFirst ? ['denied'] : []];
    return [route, ...rivals].map((each) => {
      return isLetThrough(guardOf(each, this.index, { host, path, method: 'GET' }, this.facts.pods), token) ? backendOf(each) : 'denied';
    });
  }

  /** The names of the certificates that may be shown with the answer of a route; none where no route takes the request. */
  public certificatesOf(request: TrialRequest): string[] {
    const read = readByEnvoy(request.path, this.facts.normalization);
    if ('status' in read) return [];
    const { table, asked, route, rivals } = this.find({ ...request, path: read.path });
    const served = route ? [route, ...rivals].map((each) => servedBy(table, each, asked.host)) : [];
    return served.flatMap((each) => each?.certificate.secretName ?? []);
  }

  private find({ host, path, port = 443, tls: isTls = port !== 80 }: TrialRequest) {
    const asked = { host: host.toLowerCase().replace(/:\d+$/, ''), path, port, isTls };
    const [table] = tablesFor(this.tables, asked);
    const { route, rivals = [] } = table?.find(asked) ?? {};
    return { table, asked, route, rivals };
  }
}

function isLetThrough(guard: Guard, name: string | undefined): boolean {
  if (name === undefined) return decide(guard, undefined).isAllowed === true;
  const { token, isForged } = TOKENS[name];
  // whoever looks at tokens sees that nobody has signed it
  return isForged && guard.issuers.length > 0 ? false : decide(guard, token).isAllowed === true;
}

function backendOf(route: Route): Outcome {
  const { service, port, refused = [] } = route.backend;
  return refused.length > 0 || service === undefined ? 'broken' : `${backendNamespaceOf(route)}/${service}:${port}`;
}

/** What was seen; where TLS finds no certificate, there is no answer at all. */
export function seenAs(answer: Answer | undefined): Outcome {
  switch (answer?.status) {
    case 200: return answer.received?.service ?? '200 of nobody';
    case 301: case 307: return 'redirected';
    case 401: case 403: return 'denied';
    case 404: case undefined: return 'none';
    case 500: return 'broken';
    default: return String(answer?.status);
  }
}
