import { freePort, LOOPBACK } from './ports';
import { RunningServer, startServer } from './server';

/** What a Prometheus is started with. */
export interface PrometheusSetup {
  /** Its configuration, as YAML. */
  readonly config: string;
  /** Files beside it, which it may name by their path. @default - none */
  readonly files?: Readonly<Record<string, string>>;
  /** Further arguments. @default - none */
  readonly args?: readonly string[];
  /** It only scrapes and sends, and cannot be asked. @default false */
  readonly isAgent?: boolean;
}

/** A Prometheus that runs. */
export interface RunningPrometheus extends RunningServer {
  readonly url: string;
}

/** Starts a Prometheus with a storage of its own. */
export async function startPrometheus({ config, files = {}, args = [], isAgent = false }: PrometheusSetup): Promise<RunningPrometheus> {
  const port = await freePort();
  const url = `http://${LOOPBACK}:${port}`;
  const storage = isAgent ? ['--enable-feature=agent', '--storage.agent.path=data'] : ['--storage.tsdb.path=data'];
  const settings = ['--config.file=prometheus.yml', ...storage, `--web.listen-address=${LOOPBACK}:${port}`, '--log.level=warn'];
  const running = await startServer({
    name: 'prometheus',
    args: [...settings, ...args],
    files: { ...files, 'prometheus.yml': config },
    ports: [port],
    isReady: async () => fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(2000) }).then(({ ok }) => ok, () => false),
  });
  return { ...running, url };
}
