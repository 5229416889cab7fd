import { freePort, LOOPBACK } from './ports';
import { RunningServer, startServer } from './server';

/** What a VictoriaMetrics is started with. */
export interface VictoriaMetricsSetup {
  /** What it scrapes, as YAML: a configuration of Prometheus. */
  readonly scrapes: string;
  /** Files beside it, which it may name by their path. @default - none */
  readonly files?: Readonly<Record<string, string>>;
}

/** A VictoriaMetrics that runs, and is asked as a Prometheus is. */
export interface RunningVictoriaMetrics extends RunningServer {
  readonly url: string;
}

/** What it does not know in a configuration is an error, not left aside. */
export const STRICT = ['-promscrape.config=scrapes.yml', '-promscrape.config.strictParse'];

/** Starts a VictoriaMetrics with a storage of its own. It looks for new targets often, and answers with what it has just scraped. */
export async function startVictoriaMetrics({ scrapes, files = {} }: VictoriaMetricsSetup): Promise<RunningVictoriaMetrics> {
  const port = await freePort();
  const url = `http://${LOOPBACK}:${port}`;
  const running = await startServer({
    name: 'victoria-metrics',
    args: [
      ...STRICT, `-httpListenAddr=${LOOPBACK}:${port}`, '-storageDataPath=data', '-promscrape.kubernetesSDCheckInterval=250ms',
      '-search.latencyOffset=0s', '-search.disableCache', '-memory.allowedBytes=256MB', '-storage.minFreeDiskSpaceBytes=1MB', '-loggerLevel=WARN',
    ],
    files: { ...files, 'scrapes.yml': scrapes },
    ports: [port],
    isReady: async () => fetch(`${url}/health`, { signal: AbortSignal.timeout(2000) }).then(({ ok }) => ok, () => false),
  });
  return { ...running, url };
}
