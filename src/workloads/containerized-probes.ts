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

/** How the health of a container is asked. Times are in seconds. */
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
