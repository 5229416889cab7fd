import { ExecProbe, ProbeHeader, EXEC, HEADERS, ONE_SUCCESS } from '../containerized-types';
import { portNumberOrName } from '../../../cluster/checks/pods';
import {
  COUNT, FILLED, PORT, TEXT, choice, exactlyOne, FieldsOf, integer, record, Scalar, string,
} from '../../../base/definitions/type';
import { whole } from '../../../base/check';
import { probePath } from '../../../base/addresses';

/** How the kubelet connects for an HTTP request. */
export enum ProbeScheme {
  /** Plain HTTP. */
  HTTP = 'HTTP',
  /** HTTPS. The certificate is not verified. */
  HTTPS = 'HTTPS',
}

/** An HTTP GET that the kubelet sends. A status from 200 to 399 is a success. */
export interface WorkloadHttpGet {
  /** Number or name of the container's port. */
  readonly port: number | string;
  /** Path of the request. @default - Kubernetes' own, `/` */
  readonly path?: string;
  /** How the kubelet connects. @default - Kubernetes' own, ProbeScheme.HTTP */
  readonly scheme?: ProbeScheme;
  /** Host to connect to. The header `Host` is set by `httpHeaders`. @default - the address of the pod */
  readonly host?: string;
  /** Headers of the request. @default - none */
  readonly httpHeaders?: ProbeHeader[];
}

/** A TCP connection that the kubelet opens. */
export interface WorkloadTcpSocket {
  /** Number or name of the container's port. */
  readonly port: number | string;
}

/** A request of the gRPC health checking protocol. */
export interface WorkloadGrpc {
  /** Number of the port, 1 to 65535. Kubernetes takes no name here. */
  readonly port: number;
  /** Name of the service in the request. @default - none, which asks for the server as a whole */
  readonly service?: string;
}

/**
 * How the health of a container is checked: by exactly one of `exec`, `grpc`, `httpGet` and `tcpSocket`. Times are in
 * seconds.
 */
export interface WorkloadProbe {
  /** Runs a command in the container. @default - no command */
  readonly exec?: ExecProbe;
  /** Sends a gRPC health check. @default - no health check */
  readonly grpc?: WorkloadGrpc;
  /** Sends an HTTP GET. @default - no request */
  readonly httpGet?: WorkloadHttpGet;
  /** Opens a connection. @default - no connection */
  readonly tcpSocket?: WorkloadTcpSocket;
  /** Seconds before the first probe. @default - Kubernetes' own, 0 */
  readonly initialDelaySeconds?: number;
  /** Seconds between probes. @default - Kubernetes' own, 10 */
  readonly periodSeconds?: number;
  /** Seconds after which a probe has failed. @default - Kubernetes' own, 1 */
  readonly timeoutSeconds?: number;
  /** Successes in a row that make a container healthy again. Only for readiness. @default - Kubernetes' own, 1 */
  readonly successThreshold?: number;
  /** Failures in a row that make it unhealthy. @default - Kubernetes' own, 3 */
  readonly failureThreshold?: number;
}

/** The probes of a container. */
export interface WorkloadProbes {
  /** Decides whether the container is restarted. @default - it is restarted only when it ends */
  readonly liveness?: WorkloadProbe;
  /** Decides whether Services send requests to the pod. @default - the pod is ready when its containers run */
  readonly readiness?: WorkloadProbe;
  /** Holds back the other probes until it succeeds. @default - the other probes begin at once */
  readonly startup?: WorkloadProbe;
}

/** A pause. Kubernetes 1.30 or newer. */
export interface WorkloadSleep {
  /** Seconds of the pause. */
  readonly seconds: number;
}

/** What is done when a container starts or ends: exactly one of `exec`, `httpGet` and `sleep`. */
export interface WorkloadHook {
  /** Runs a command in the container. @default - no command */
  readonly exec?: ExecProbe;
  /** Sends an HTTP GET. @default - no request */
  readonly httpGet?: WorkloadHttpGet;
  /** Waits. @default - no pause */
  readonly sleep?: WorkloadSleep;
}

/** What is done when a container starts and ends. */
export interface WorkloadLifecycle {
  /** What is done right after the container has started. If it fails, the container is restarted. @default - nothing */
  readonly postStart?: WorkloadHook;

  /**
   * What is done before the container gets its signal to end, within the `terminationGracePeriodSeconds` of the pod.
   * Most servers need a `sleep` of some seconds, in which load balancers stop sending requests.
   *
   * @default - nothing
   */
  readonly preStop?: WorkloadHook;
}

const PORT_OR_NAME: Scalar<number | string> = { is: 'integer-or-string', check: portNumberOrName };

const HTTP_GET = record<WorkloadHttpGet>()({
  port: { type: PORT_OR_NAME, required: 'always' },
  path: string(probePath),
  scheme: choice('ProbeScheme', ProbeScheme),
  host: FILLED,
  httpHeaders: HEADERS,
});

const probeFields = (successThreshold: Scalar<number>): FieldsOf<WorkloadProbe> => ({
  exec: EXEC,
  grpc: record<WorkloadGrpc>()({ port: { type: PORT, required: 'always' }, service: TEXT }),
  httpGet: HTTP_GET,
  tcpSocket: record<WorkloadTcpSocket>()({ port: { type: PORT_OR_NAME, required: 'always' } }),
  initialDelaySeconds: COUNT,
  periodSeconds: COUNT,
  timeoutSeconds: COUNT,
  successThreshold,
  failureThreshold: COUNT,
});

const ONE_WAY = { rules: [exactlyOne('exec', 'grpc', 'httpGet', 'tcpSocket')] };
const RESTARTING = record<WorkloadProbe>()(probeFields(ONE_SUCCESS), ONE_WAY);

/** The probes of a container. */
export const PROBES = record<WorkloadProbes>()({
  liveness: RESTARTING,
  readiness: record<WorkloadProbe>()(probeFields(COUNT), ONE_WAY),
  startup: RESTARTING,
});

const HOOK = record<WorkloadHook>()({
  exec: EXEC,
  httpGet: HTTP_GET,
  sleep: record<WorkloadSleep>()({ seconds: { type: integer(whole(1)), required: 'always' } }),
}, { rules: [exactlyOne('exec', 'httpGet', 'sleep')] });

/** What is done when a container starts and ends. */
export const LIFECYCLE = record<WorkloadLifecycle>()({ postStart: HOOK, preStop: HOOK });
