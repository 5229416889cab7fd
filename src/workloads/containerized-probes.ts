import { COUNT, exactlyOne, PORT, TEXT } from '../definitions/common';
import { listOf, record, Scalar, string, integer } from '../definitions/type';
import { must, saying } from '../findings/finding';
import { all, isInt32, pattern } from '../private/check';
import { probePath } from '../private/network';

/** A probe that runs a command. */
export interface ExecProbe {
  /** The command and its arguments; exit code 0 is healthy. */
  readonly command: string[];
}

/** A header of a probe's request. */
export interface ProbeHeader {
  /** Name of the header. */
  readonly name: string;
  /** Its value. */
  readonly value: string;
}

/** A probe that sends an HTTP GET. */
export interface HttpGetProbe {
  /** Port of the container, 1 to 65535. */
  readonly port: number;

  /** Path of the request. */
  readonly path: string;

  /**
   * Headers of the request.
   *
   * @default - none
   */
  readonly httpHeaders?: ProbeHeader[];
}

/** A probe that opens a connection. */
export interface TcpSocketProbe {
  /** Port of the container, 1 to 65535. */
  readonly port: number;
}

/** How the health of a container is checked. Times are in seconds. */
export interface ContainerizedProbe {
  /**
   * Runs a command.
   *
   * @default - no command
   */
  readonly exec?: ExecProbe;

  /**
   * Sends an HTTP GET.
   *
   * @default - no request
   */
  readonly httpGet?: HttpGetProbe;

  /**
   * Opens a connection.
   *
   * @default - no connection
   */
  readonly tcpSocket?: TcpSocketProbe;

  /**
   * Seconds before the first probe.
   *
   * @default - Kubernetes' own, 0
   */
  readonly initialDelaySeconds?: number;

  /**
   * Seconds between probes.
   *
   * @default - Kubernetes' own, 10
   */
  readonly periodSeconds?: number;

  /**
   * Seconds after which a probe has failed.
   *
   * @default - Kubernetes' own, 1
   */
  readonly timeoutSeconds?: number;

  /**
   * Successes in a row that make a container healthy again.
   *
   * @default - Kubernetes' own, 1
   */
  readonly successThreshold?: number;

  /**
   * Failures in a row that make it unhealthy.
   *
   * @default - Kubernetes' own, 3
   */
  readonly failureThreshold?: number;
}

const COMMAND = listOf(TEXT, 'One word of the command.', { min: 1 });

const HANDLERS = ['exec', 'httpGet', 'tcpSocket'];


const HEADER_NAME = string(pattern(/^[-A-Za-z0-9]+$/, 'header-name'), { minLength: 1 });

const HEADER = record<ProbeHeader>()({
  name: { type: HEADER_NAME, doc: 'Name of the header.', required: 'always' },
  value: { type: TEXT, doc: 'Value of the header.', required: 'always' },
});

/** A liveness probe needs exactly one success; 0 means the default, as for all numbers of a probe. */
const oneSuccess = must(value => !isInt32(value) || value <= 1, 'invalid-value', saying('must be 1 for a livenessProbe', 'leave it out'));

const probe = (successes: Scalar<number>) => record<ContainerizedProbe>()({
  exec: {
    type: record<ExecProbe>()({ command: { type: COMMAND, doc: 'The command, a word an entry.', required: 'always' } }),
    doc: 'Runs a command, which succeeds with exit code zero.',
  },
  httpGet: {
    type: record<HttpGetProbe>()({
      path: { type: string(probePath), doc: 'Path of the request.', required: 'always' },
      port: { type: PORT, doc: 'Port of the container.', required: 'always' },
      httpHeaders: { type: listOf(HEADER, 'One header.'), doc: 'Headers of the request.' },
    }),
    doc: 'Sends an HTTP GET request.',
  },
  tcpSocket: {
    type: record<TcpSocketProbe>()({ port: { type: PORT, doc: 'Port of the container.', required: 'always' } }),
    doc: 'Opens a TCP connection.',
  },
  initialDelaySeconds: { type: COUNT, doc: 'Seconds from the container\'s start to the first probe. Left out, none.' },
  periodSeconds: { type: COUNT, doc: 'Seconds from probe to probe. Left out or zero, 10.' },
  timeoutSeconds: { type: COUNT, doc: 'Seconds to wait for an answer. Left out or zero, 1.' },
  successThreshold: { type: successes, doc: 'Successes in a row that end a failure. Left out or zero, 1.' },
  failureThreshold: { type: COUNT, doc: 'Failures in a row that count as one. Left out or zero, 3.' },
}, { rules: [exactlyOne(...HANDLERS)], schema: { oneOf: HANDLERS.map(handler => ({ required: [handler] })) } });

export const PROBE = probe(COUNT);
export const LIVENESS_PROBE = probe(integer(all(COUNT.check, oneSuccess), COUNT.schema));
