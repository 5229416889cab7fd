import { MetricsRuntime } from './metrics-runtime';
import { Platform } from '../../model/platform/platform';
import { BindingModel } from '../../model/platform/model';
import { isKind, COHERENCE, DOMAIN } from '../../base/kind-of';
import { isSameType, vendorWorkload } from '../../base/oam-kind';

/** A query that a panel draws: the sum of a metric for each target, unless it says otherwise. */
interface PanelQuery {
  /** The spellings of the metric; series have one of them. */
  readonly metrics: readonly string[];
  /** Whether the metric is a counter, whose increase per second is drawn. */
  readonly isCounter?: boolean;
  readonly aggregation?: 'max' | 'min';
  /** The labels by which series are aggregated. */
  readonly by?: readonly string[];
  /** Additional matchers of its series. */
  readonly matchers?: string;
  /** Whether the metric is a point in time, whose age is drawn. */
  readonly isAge?: boolean;
  /** The text of the legend after these labels. */
  readonly legend?: string;
}

/** A panel; its unit is an identifier of Grafana. */
export interface PanelOf {
  readonly title: string;
  readonly unit: string;
  readonly queries: readonly PanelQuery[];
}

/** A row, for the components that have its metrics. */
export interface RowOf {
  readonly title: string;
  readonly panels: readonly PanelOf[];
}

type Options = Omit<PanelQuery, 'metrics'>;

const panel = (title: string, unit: string, ...queries: PanelQuery[]): PanelOf => ({ title, unit, queries });
const gauge = (metrics: string, options: Options = {}): PanelQuery => ({ metrics: metrics.split(' '), ...options });
const rate = (metrics: string): PanelQuery => gauge(metrics, { isCounter: true });

/** A metric of Coherence in both spellings. */
const coherence = (metric: string, options: Options) =>
  gauge(`coherence_${metric} vendor:coherence_${metric}`, options);

const OF_JOB = ['job'];
const OF_CACHE = ['job', 'name'];

/** The metrics that Prometheus itself has for each target. */
export const SCRAPES: RowOf = {
  title: 'Scrapes',
  panels: [
    panel('Targets that are up', 'none', gauge('up', { by: OF_JOB })),
    panel('Scrape duration', 's', gauge('scrape_duration_seconds', { aggregation: 'max' })),
    panel('Samples per scrape', 'short', gauge('scrape_samples_scraped')),
    panel('New series per scrape', 'short', gauge('scrape_series_added', { by: OF_JOB })),
  ],
};

/** A row for each runtime. Each panel has data for every component with it: see test/monitoring/dashboards/pages. */
export const ROWS: Readonly<Record<MetricsRuntime, RowOf>> = {
  [MetricsRuntime.PROCESS]: {
    title: 'Process',
    panels: [
      panel('CPU', 'none', rate('process_cpu_seconds_total')),
      panel('Resident memory', 'bytes', gauge('process_resident_memory_bytes')),
      panel('Open file descriptors', 'short',
        gauge('process_open_fds', { legend: 'open' }),
        gauge('process_max_fds', { legend: 'limit' })),
      panel('Uptime', 's', gauge('process_start_time_seconds', { aggregation: 'max', isAge: true })),
    ],
  },
  [MetricsRuntime.GO]: {
    title: 'Go',
    panels: [
      panel('Goroutines', 'short', gauge('go_goroutines')),
      panel('Heap', 'bytes',
        gauge('go_memstats_heap_inuse_bytes', { legend: 'in use' }),
        gauge('go_memstats_heap_sys_bytes', { legend: 'taken' })),
      panel('Allocations', 'Bps', rate('go_memstats_alloc_bytes_total')),
      panel('Garbage collection', 'percentunit', rate('go_gc_duration_seconds_sum')),
    ],
  },
  [MetricsRuntime.JVM]: {
    title: 'JVM',
    panels: [
      panel('Heap', 'bytes',
        gauge('jvm_memory_used_bytes jvm_memory_bytes_used', { matchers: 'area="heap"', legend: 'used' }),
        gauge('jvm_memory_committed_bytes jvm_memory_bytes_committed',
          { matchers: 'area="heap"', legend: 'committed' })),
      panel('Other memory', 'bytes',
        gauge('jvm_memory_used_bytes jvm_memory_bytes_used', { matchers: 'area="nonheap"' })),
      panel('Garbage collection', 'percentunit', rate('jvm_gc_collection_seconds_sum jvm_gc_pause_seconds_sum')),
      panel('Threads', 'short', gauge('jvm_threads_current jvm_threads_live_threads')),
      panel('Loaded classes', 'short',
        gauge('jvm_classes_currently_loaded jvm_classes_loaded_classes jvm_classes_loaded')),
    ],
  },
  [MetricsRuntime.NODE]: {
    title: 'Node.js',
    panels: [
      panel('Event loop lag', 's',
        gauge('nodejs_eventloop_lag_mean_seconds', { aggregation: 'max', legend: 'mean' }),
        gauge('nodejs_eventloop_lag_p99_seconds', { aggregation: 'max', legend: '99th percentile' })),
      panel('Heap', 'bytes',
        gauge('nodejs_heap_size_used_bytes', { legend: 'used' }),
        gauge('nodejs_heap_size_total_bytes', { legend: 'total' })),
      panel('Garbage collection', 'percentunit', rate('nodejs_gc_duration_seconds_sum')),
      panel('Active handles', 'short', gauge('nodejs_active_handles_total')),
    ],
  },
  [MetricsRuntime.HELIDON]: {
    title: 'Helidon',
    panels: [
      panel('Requests', 'reqps', rate('vendor_requests_count_total requests_count_total')),
      panel('Heap', 'bytes',
        gauge('base_memory_usedHeap_bytes memory_usedHeap_bytes', { legend: 'used' }),
        gauge('base_memory_committedHeap_bytes memory_committedHeap_bytes', { legend: 'committed' })),
      panel('Garbage collection', 'percentunit', rate('base_gc_time_seconds gc_time_seconds_total')),
      panel('Threads', 'short', gauge('base_thread_count thread_count')),
      panel('System load', 'short', gauge('base_cpu_systemLoadAverage cpu_systemLoadAverage', { aggregation: 'max' })),
      panel('Uptime', 's', gauge('base_jvm_uptime_seconds jvm_uptime_seconds', { aggregation: 'max' })),
    ],
  },
  [MetricsRuntime.WEBLOGIC]: {
    title: 'WebLogic',
    panels: [
      // 2 is RUNNING
      panel('Server state', 'none', gauge('wls_server_state_val', { aggregation: 'max' })),
      panel('Free heap', 'percent', gauge('wls_jvm_heap_free_percent', { aggregation: 'min' })),
      panel('CPU', 'percentunit', gauge('wls_jvm_process_cpu_load', { aggregation: 'max' })),
      panel('Threads that do not answer', 'short',
        gauge('wls_threadpool_stuck_thread_count', { legend: 'stuck' }),
        gauge('wls_threadpool_hogging_thread_count', { legend: 'hogging' })),
      panel('Queued requests', 'short', gauge('wls_threadpool_queue_length')),
      panel('Open sockets', 'short', gauge('wls_server_open_sockets_current_count')),
      panel('Open sessions', 'short', gauge('wls_webapp_config_open_sessions_current_count')),
    ],
  },
  [MetricsRuntime.COHERENCE]: {
    title: 'Coherence',
    panels: [
      panel('Members', 'none', coherence('cluster_size', { aggregation: 'min', by: OF_JOB })),
      // 0 is ENDANGERED, 1 NODE-SAFE, 2 MACHINE-SAFE, 3 RACK-SAFE, 4 SITE-SAFE
      panel('HA status of services', 'none',
        coherence('partition_assignment_ha_status_code', { aggregation: 'min', by: ['job', 'coherence_service'] })),
      panel('Partitions at risk', 'short',
        coherence('service_partitions_endangered', { aggregation: 'max', by: OF_CACHE, legend: 'endangered' }),
        coherence('service_partitions_vulnerable', { aggregation: 'max', by: OF_CACHE, legend: 'vulnerable' }),
        coherence('service_partitions_unbalanced', { aggregation: 'max', by: OF_CACHE, legend: 'unbalanced' })),
      panel('Heap', 'bytes',
        coherence('memory_heap_memory_usage_used', { legend: 'used' }),
        coherence('memory_heap_memory_usage_max', { legend: 'limit' })),
      panel('Pending requests', 'short', coherence('service_request_pending_count', { by: OF_CACHE })),
      panel('Task backlog', 'short', coherence('service_task_backlog', { by: OF_CACHE })),
      panel('Cache entries', 'short', coherence('cache_size', { by: OF_CACHE, matchers: 'tier="back"' })),
      panel('Cache reads', 'ops',
        coherence('cache_hits', { isCounter: true, by: OF_CACHE, matchers: 'tier="back"', legend: 'hits' }),
        coherence('cache_misses', { isCounter: true, by: OF_CACHE, matchers: 'tier="back"', legend: 'misses' })),
    ],
  },
};

/** The runtime of a workload, by the vendor's kind. */
const BY_VENDOR_KIND: Readonly<Record<string, MetricsRuntime>> = {
  CoherenceWorkload: MetricsRuntime.COHERENCE,
  HelidonWorkload: MetricsRuntime.HELIDON,
  WebLogicWorkload: MetricsRuntime.WEBLOGIC,
};

/** The runtime of a workload, by the kind of an operator. */
const BY_KIND: Readonly<Record<string, MetricsRuntime>> = {
  [COHERENCE]: MetricsRuntime.COHERENCE, [DOMAIN]: MetricsRuntime.WEBLOGIC,
};

/** The runtimes of a component, as far as its workload shows. */
export function runtimesOf({ component }: BindingModel, platform: Platform): MetricsRuntime[] {
  if (!component) return [];
  const { kind, source } = component.workload;
  const type = source?.type ?? platform._typeOf(kind);
  const vendors = Object.keys(BY_VENDOR_KIND).filter(each => isSameType(type, platform._typeOf(vendorWorkload(each))));
  const operators = Object.keys(BY_KIND).filter(each => isKind(type, each));
  return [...vendors.map(each => BY_VENDOR_KIND[each]), ...operators.map(each => BY_KIND[each])];
}
