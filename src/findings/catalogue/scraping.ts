import { Explanation } from '../sentence';

/** Findings about the scrape jobs of a Prometheus without the operator. */
export const SCRAPING_CODES = {
  'invalid-scrape-configuration': {
    cause: 'The scrape jobs cannot be written as requested, or Prometheus would not find a file.',
    remedy: 'Set the properties as the message describes.',
    says: {
      'type': ['must be a ScrapeConfiguration, got {value}', 'make it by new ScrapeConfiguration()'],
      'folder': ['must be the absolute path of a folder in the pods of the Prometheus, got {value}', 'give the `mountPath` of its volume'],
      'mounted': ['must be <namespace>/<name> of what is mounted, got {value}', 'name the namespace of what is scraped'],
      'one-object': ['must not be set with form {value}, whose jobs are all in one object', 'leave it out'],
      'unreadable': ['must be scrape jobs of form {value:bare}', 'render it again', 'render it again, or remove the label'],
      'no-namespace': ['has no namespace, which must be that of the Prometheus',
        "give its chart a namespace, or set 'metadata.namespace'"],
    },
  },
  'duplicate-scrape-job': {
    cause: 'Two scrape jobs for one Prometheus have the same name, so it rejects its configuration.',
    remedy: 'Remove one. ConfigMaps of one form in one namespace belong to one Prometheus.',
    says: ['has a job {job}, which {maker:maker} has too', 'leave out one of them'],
  },
  'not-mountable': {
    cause: 'Prometheus cannot mount the Secret or ConfigMap of an endpoint from another namespace.',
    remedy: "Copy it to the namespace of Prometheus, mount it there, and name the folder; or scrape from the application's "
      + 'namespace; or use the Prometheus Operator.',
    says: [
      'is scraped with {kind:bare} {name} of namespace {namespace}, which pods in namespace {system} cannot mount',
      "copy it to namespace {system:bare} and name the folder of the copy in '{field:bare}' ('{place:bare}'), run a scraper in namespace "
        + '{namespace:bare}, or use MonitoringProvider.prometheusOperator()',
    ],
  },
  'scrape-configuration-too-large': {
    cause: 'The scrape jobs exceed the 1 MiB limit of a ConfigMap or Secret.',
    remedy: 'Lower `jobsPerObject`, or use `ScrapeConfigurationForm.FILES` for more than about 800 jobs.',
    says: {
      parts: ['{kind:bare} {name} would have {bytes} bytes of scrape jobs, and {max} are possible', "set a smaller 'jobsPerObject'"],
      whole: ['{kind:bare} {name} would have {bytes} bytes of scrape jobs, and {max} are possible',
        'use ScrapeConfigurationForm.FILES, which has several objects'],
    },
  },
} as const satisfies Record<string, Explanation>;
