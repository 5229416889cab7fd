import { freePort, LOOPBACK } from './ports';
import { RunningServer, startServer } from './server';

/** What a Prometheus is started with. */
export interface PrometheusSetup {
  /** Its configuration, as YAML. */
  readonly config: string;
  /** Files beside it, which it may name by their path. @default - none */
  readonly files?: Readonly<Record<string, string>>;
}

/** A Prometheus that runs. */
export interface RunningPrometheus extends RunningServer {
  readonly url: string;
}

/** Starts a Prometheus with a storage of its own. */
export async function startPrometheus({ config, files = {} }: PrometheusSetup): Promise<RunningPrometheus> {
  const port = await freePort();
  const url = `http://${LOOPBACK}:${port}`;
  const running = await startServer({
    name: 'prometheus',
    args: ['--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=${LOOPBACK}:${port}`, '--log.level=warn'],
    files: { ...files, 'prometheus.yml': config },
    ports: [port],
    isReady: async () => fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(2000) }).then(({ ok }) => ok, () => false),
  });
  return { ...running, url };
}
