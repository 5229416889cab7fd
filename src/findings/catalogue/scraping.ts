import { Explanation } from '../sentence';

/** What can be wrong with the scrape jobs of a Prometheus without the operator. */
export const SCRAPING_CODES = {
  'invalid-scrape-configuration': {
    cause: 'The scrape jobs of a Prometheus cannot be written as the program asks for it, or the Prometheus would not find a file.',
    remedy: 'See what the message allows.',
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
    cause: 'Two scrape jobs for one Prometheus have one name: it loads none of its configuration then.',
    background: 'Jobs in ConfigMaps of one namespace and one form are for one Prometheus.',
    remedy: 'Leave out one of the jobs, or the component that two programs have.',
    says: ['has a job {job}, which {maker:maker} has too', 'leave out one of them'],
  },
  'not-mountable': {
    cause: 'An endpoint is scraped with a Secret, or with certificates of a ConfigMap, of its own namespace, and the Prometheus is in '
      + 'another one: pods mount Secrets and ConfigMaps of their own namespace only.',
    background: 'A configuration without the Prometheus Operator names files, so that no password is in it.',
    remedy: 'Copy it to the namespace of the Prometheus, mount it there, and name the folder; or run a scraper in the namespace of the '
      + 'application; or let the Prometheus Operator run the Prometheus, which reads Secrets of the namespaces of its monitors.',
    says: {
      folder: [
        'is scraped with {kind:bare} {name} of namespace {namespace}, which pods in namespace {system} cannot mount',
        "copy it to namespace {system:bare} and name the folder of the copy in '{field:bare}' ('{place:bare}'), run a scraper in namespace "
          + '{namespace:bare}, or use MonitoringProvider.prometheusOperator()',
      ],
      copy: [
        'is scraped with {kind:bare} {name} of namespace {namespace}, which pods in namespace {system} cannot mount',
        "copy it to namespace {system:bare} and name the copy in '{field:bare}' ('{place:bare}'), run a scraper in namespace "
          + '{namespace:bare}, or use PrometheusScraper.withOperator()',
      ],
    },
  },
  'scrape-configuration-too-large': {
    cause: 'The scrape jobs are more than fits into a ConfigMap or a Secret, which have 1 MiB at most.',
    remedy: 'Divide the jobs among more ConfigMaps, by a smaller `jobsPerObject`. A form with one object has at most some 800 jobs: use '
      + '`ScrapeConfigurationForm.FILES`, which has several.',
    says: {
      parts: ['{kind:bare} {name} would have {bytes} bytes of scrape jobs, and {max} are possible', "set a smaller 'jobsPerObject'"],
      whole: ['{kind:bare} {name} would have {bytes} bytes of scrape jobs, and {max} are possible',
        'use ScrapeConfigurationForm.FILES, which has several objects'],
    },
  },
} as const satisfies Record<string, Explanation>;
