import { Explanation, got, Name, shown } from '../sentence';
import type { Shown } from '../shown';

/** Findings about the scrape jobs of a Prometheus without the operator. */
export const SCRAPING_CODES = {
  'invalid-scrape-configuration': {
    cause: 'The scrape jobs cannot be written as requested, or Prometheus would not find a file.',
    remedy: 'Set the properties as the message describes.',
    says: {
      'type': got('must be a ScrapeConfiguration', 'make it by new ScrapeConfiguration()'),
      'folder': got('must be the absolute path of a folder in the pods of the Prometheus', 'give the `mountPath` of its volume'),
      'mounted': got('must be <namespace>/<name> of what is mounted', 'name the namespace of what is scraped'),
      'one-object': (p: { value: Shown }) => [`must not be set with form ${shown(p.value)}, whose jobs are all in one object`,
        'leave it out'],
      'unreadable': (p: { value: string }) => [`must be scrape jobs of form ${p.value}`,
        'render it again', 'render it again, or remove the label'],
      'no-namespace': ['has no namespace, which must be that of the Prometheus',
        "give its chart a namespace, or set 'metadata.namespace'"],
    },
  },
  'not-mountable': {
    cause: 'Prometheus cannot mount the Secret or ConfigMap of an endpoint from another namespace.',
    remedy: "Copy it to the namespace of Prometheus, mount it there, and name the folder; or scrape from the application's "
      + 'namespace; or use the Prometheus Operator.',
    says: (p: { kind: string; name: Name; namespace: string; system: string; field: string; place: string }) =>
      [`is scraped with ${p.kind} ${shown(p.name)} of namespace ${shown(p.namespace)}, which pods in namespace ${shown(p.system)} cannot `
        + 'mount',
      `copy it to namespace ${p.system} and name the folder of the copy in '${p.field}' ('${p.place}'), run a scraper in namespace `
          + `${p.namespace}, or use MonitoringProvider.prometheusOperator()`],
  },
  'scrape-configuration-too-large': {
    cause: 'The scrape jobs exceed the 1 MiB limit of a ConfigMap or Secret.',
    remedy: 'Lower `jobsPerObject`, or use `ScrapeConfigurationForm.FILES` for more than about 800 jobs.',
    says: {
      parts: (p: { kind: string; name: Name; bytes: number; max: number }) =>
        [`${p.kind} ${shown(p.name)} would have ${p.bytes} bytes of scrape jobs, and ${p.max} are possible`,
          "set a smaller 'jobsPerObject'"],
      whole: (p: { kind: string; name: Name; bytes: number; max: number }) =>
        [`${p.kind} ${shown(p.name)} would have ${p.bytes} bytes of scrape jobs, and ${p.max} are possible`,
          'use ScrapeConfigurationForm.FILES, which has several objects'],
    },
  },
} as const satisfies Record<string, Explanation>;
