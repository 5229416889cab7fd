import { closed, filled, flag, isObject } from '../../../base/check';
import { isDomain } from '../../../model/workloads/weblogic-workload';
import { PlainObject } from '../../../cluster/objects/rendered';
import { isWithoutSidecar, withPodAnnotations } from '../../../cluster/objects/pod-templates';

/** The monitoring exporter of WebLogic domains, a container beside each server that publishes the server's metrics. */
export interface WebLogicExporterProps {
  /**
   * Whether a Domain without `spec.monitoringExporter.configuration` gets the exporter that the platform adds, with the
   * platform's queries, if its metrics are collected. A Domain keeps its own configuration in any case.
   *
   * @default true
   */
  readonly enabled?: boolean;

  /**
   * Image of the exporter that is added, unless the Domain names one. Exporters before 2.2.3 send no `Content-Type`:
   * Prometheus 3 rejects their answers unless its scrape class sets `fallbackScrapeProtocol`.
   *
   * @default - none is written: the WebLogic Kubernetes Operator takes its own default
   */
  readonly image?: string;
}

/** The check of the properties. */
export const weblogicExporterProps = closed({ enabled: flag, image: filled });

const query = (prefix: string, ...values: string[]) =>
  ({ prefix, key: 'name', ...values.length > 0 ? { values } : {} });

/** Queries the MBeans of web applications and their servlets. Without `values`, the exporter takes all of an MBean. */
const WEB_APPLICATIONS = {
  type: 'WebAppComponentRuntime',
  ...query('wls_webapp_config_', 'deploymentState', 'contextRoot', 'sourceInfo', 'sessionsOpenedTotalCount',
    'openSessionsCurrentCount', 'openSessionsHighCount'),
  servlets: { prefix: 'wls_servlet_', key: 'servletName' },
};

const JMS_SERVERS = {
  ...query('wls_jms_'), keyName: 'jmsserver', destinations: { ...query('wls_jms_dest_'), keyName: 'destination' },
};

/** The platform's configuration. Dashboards and alerts use the metric names that it produces. */
const CONFIGURATION = {
  domainQualifier: true,
  metricsNameSnakeCase: true,
  queries: [
    {
      key: 'name',
      keyName: 'location',
      prefix: 'wls_server_',
      applicationRuntimes: { key: 'name', keyName: 'app', componentRuntimes: WEB_APPLICATIONS },
    },
    { JVMRuntime: query('wls_jvm_') },
    { executeQueueRuntimes: query('wls_socketmuxer_', 'pendingRequestCurrentCount') },
    { workManagerRuntimes: query('wls_workmanager_', 'stuckThreadCount', 'pendingRequests', 'completedRequests') },
    {
      threadPoolRuntime: query('wls_threadpool_', 'executeThreadTotalCount', 'queueLength', 'stuckThreadCount',
        'hoggingThreadCount'),
    },
    { JMSRuntime: { key: 'name', keyName: 'jmsruntime', prefix: 'wls_jmsruntime_', JMSServers: JMS_SERVERS } },
    { persistentStoreRuntimes: query('wls_persistentstore_') },
    { JDBCServiceRuntime: { JDBCDataSourceRuntimeMBeans: query('wls_datasource_') } },
    { JTARuntime: query('wls_jta_') },
  ],
};

/** With `false`, the injector of Istio keeps the annotations that say where a pod is scraped. */
const MERGE = 'prometheus.istio.io/merge-metrics';

/**
 * Adds the exporter to a Domain without one, and lets the servers of a Domain in a mesh be scraped where their operator
 * says. Other objects stay unchanged.
 */
export function scrapableDomain(given: PlainObject, exporter: WebLogicExporterProps, isMeshed: boolean): PlainObject {
  const { enabled, image } = exporter;
  let domain = given;
  if (enabled !== false && isWithoutExporter(given)) {
    const own = Object.entries(given.spec?.monitoringExporter ?? {}).filter(([, value]) => value != null);
    const added = { imagePullPolicy: 'IfNotPresent', ...image == null ? {} : { image }, ...Object.fromEntries(own) };
    domain = { ...given, spec: { ...given.spec, monitoringExporter: { ...added, configuration: CONFIGURATION } } };
  }
  const isMerged = isMeshed && isDomain(given) && given.spec?.serverPod?.annotations?.[MERGE] == null;
  return isMerged && !isWithoutSidecar(given) ? withPodAnnotations(domain, { [MERGE]: 'false' }) : domain;
}

/** The operator adds the container only if there is a configuration. */
export function isWithoutExporter(given: PlainObject): boolean {
  const own = given.spec?.monitoringExporter;
  return isDomain(given) && (own == null || isObject(own) && own.configuration == null);
}
