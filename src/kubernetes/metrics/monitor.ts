import { Finding } from '../../findings/finding';
import { isWithoutSidecar, withPodAnnotations } from '../../objects/pod-holders';
import { PlainObject, Rendered } from '../../objects/rendering';
import { BindingModel, LabelledPods, TraitModel } from '../../platform/model';
import { RuleEvaluation } from '../../platform/rule-evaluator';
import { Scraper } from '../../platform/scraper';
import { closed, filled, flag, isObject } from '../../private/check';
import { isDomain } from '../../workloads/weblogic-workload';
import { WorkloadPlan } from '../../workloads/workload';
import { Services } from '../services';

/** The context in which a component's monitors are rendered. */
export interface MonitorContext {
  readonly binding: BindingModel;
  /** The trait that declares the metrics; `undefined` for default monitors. */
  readonly trait?: TraitModel;
  /** Returns the plan of a binding's workload. */
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  readonly services: Services;
  /** The label for the cluster's name, and the name if there is one. */
  readonly cluster: { readonly label: string; readonly name?: string };
  readonly exporter: WebLogicExporterProps;
}

/** The parts that implement one way to collect metrics. */
export interface ProviderParts {
  readonly check: () => Finding[];
  readonly scraper: () => Scraper;
  /** The pods that scrape. */
  readonly pods: () => LabelledPods;
  /** Whether a MetricsTrait that names this scraper refers to the provider. */
  readonly replaces: (scraper: string) => boolean;
  readonly isMeshed: (namespace: string) => boolean;
  /** Whether it takes a foreign monitor with these labels in this namespace. */
  readonly selects: (labels: Readonly<Record<string, string>>, namespace?: string) => boolean;
  /** The labels that a namespace needs so that its monitors are selected and its pods are in the mesh. */
  readonly labelsFor: (namespace: string) => Readonly<Record<string, string>>;
  /** Renders the objects by which a component is scraped; none if that is written elsewhere. */
  readonly render: (context: MonitorContext) => Rendered;
  /**
   * The objects of the cluster that select monitors or rules, as far as they are described.
   *
   * @default - none
   */
  readonly described?: () => PlainObject[];
  /** How rules about the collected metrics are evaluated. */
  readonly rules: () => RuleEvaluation;
  /**
   * Warnings for every user of the provider.
   *
   * @default - nothing
   */
  readonly warnings?: () => Finding[];
  /**
   * Called by a platform with a function that returns the contexts of all that is scraped, as it is then.
   *
   * @default - nothing is rendered beside the components
   */
  readonly scrapes?: (scraped: () => MonitorContext[]) => void;
}

/** The monitoring exporter of WebLogic domains, a container beside each server that publishes the server's metrics. */
export interface WebLogicExporterProps {
  /**
   * Whether a Domain without `spec.monitoringExporter.configuration` gets the exporter that the platform adds, with the
   * platform's queries, if its metrics are collected. A Domain with a configuration of its own keeps it in any case.
   *
   * @default true
   */
  readonly enabled?: boolean;

  /**
   * Image of the exporter that is added, unless the Domain names one. Exporters before 2.2.3 send no `Content-Type`, so that
   * Prometheus 3 rejects their answers unless its scrape class sets `fallbackScrapeProtocol`.
   *
   * @default - none is written: the WebLogic Kubernetes Operator takes its own default
   */
  readonly image?: string;
}

/** The check of the properties. */
export const weblogicExporterProps = closed({ enabled: flag, image: filled });

const WEB_APPLICATIONS = {
  type: 'WebAppComponentRuntime',
  prefix: 'wls_webapp_config_',
  key: 'name',
  values: ['deploymentState', 'contextRoot', 'sourceInfo', 'sessionsOpenedTotalCount', 'openSessionsCurrentCount', 'openSessionsHighCount'],
  servlets: { prefix: 'wls_servlet_', key: 'servletName' },
};

const JMS_SERVERS = {
  prefix: 'wls_jms_',
  key: 'name',
  keyName: 'jmsserver',
  destinations: { prefix: 'wls_jms_dest_', key: 'name', keyName: 'destination' },
};

/** The configuration that the platform adds to each Domain without one. Dashboards and alerts use the metric names that it produces. */
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
    { JVMRuntime: { prefix: 'wls_jvm_', key: 'name' } },
    { executeQueueRuntimes: { prefix: 'wls_socketmuxer_', key: 'name', values: ['pendingRequestCurrentCount'] } },
    {
      workManagerRuntimes: {
        prefix: 'wls_workmanager_', key: 'name', values: ['stuckThreadCount', 'pendingRequests', 'completedRequests'],
      },
    },
    {
      threadPoolRuntime: {
        prefix: 'wls_threadpool_',
        key: 'name',
        values: ['executeThreadTotalCount', 'queueLength', 'stuckThreadCount', 'hoggingThreadCount'],
      },
    },
    { JMSRuntime: { key: 'name', keyName: 'jmsruntime', prefix: 'wls_jmsruntime_', JMSServers: JMS_SERVERS } },
    { persistentStoreRuntimes: { prefix: 'wls_persistentstore_', key: 'name' } },
    { JDBCServiceRuntime: { JDBCDataSourceRuntimeMBeans: { prefix: 'wls_datasource_', key: 'name' } } },
    { JTARuntime: { prefix: 'wls_jta_', key: 'name' } },
  ],
};

/** Adds the exporter to a Domain. Other objects, and a Domain with an exporter of its own, stay unchanged. */
export function withExporter(given: PlainObject, { enabled, image }: WebLogicExporterProps): PlainObject {
  if (enabled === false || !isWithoutExporter(given)) return given;
  const own = Object.entries(given.spec?.monitoringExporter ?? {}).filter(([, value]) => value != null);
  const added = { imagePullPolicy: 'IfNotPresent', ...image == null ? {} : { image }, ...Object.fromEntries(own) };
  return { ...given, spec: { ...given.spec, monitoringExporter: { ...added, configuration: CONFIGURATION } } };
}

/** With `false`, the injector of Istio keeps the annotations that say where a pod is scraped. */
const MERGE = 'prometheus.istio.io/merge-metrics';

/** Lets the servers of a Domain in a mesh be scraped where their operator says; other objects stay unchanged. */
export function withoutMerging(given: PlainObject): PlainObject {
  const isGiven = given.spec?.serverPod?.annotations?.[MERGE] != null;
  return isDomain(given) && !isGiven && !isWithoutSidecar(given) ? withPodAnnotations(given, { [MERGE]: 'false' }) : given;
}

/** Whether an object is a Domain whose metrics nothing publishes, as far as its fields show. */
export function isUnpublished(given: PlainObject, { enabled }: WebLogicExporterProps): boolean {
  return enabled === false && isWithoutExporter(given) && given.spec?.serverPod?.annotations?.['prometheus.io/scrape'] !== 'true';
}

/** The operator adds the container only if there is a configuration. */
function isWithoutExporter(given: PlainObject): boolean {
  const own = given.spec?.monitoringExporter;
  return isDomain(given) && (own == null || isObject(own) && own.configuration == null);
}
