import { Explanation, Maker, Name, showMaker, shown } from '../sentence';

/** Findings about the scrape jobs of a Prometheus without the operator. */
export const SCRAPING_CODES = {
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
  'duplicate-job': {
    cause: 'Two scrape jobs for one Prometheus have the same name, so it rejects its configuration or mixes their series.',
    remedy: 'Give them different names, or remove one. ConfigMaps of one form in one namespace belong to one Prometheus.',
    says: {
      'in-program': (p: { port: string | number; component: Name; firstPort: string | number; first: Name; maker: Maker; job: Name }) =>
        [`port ${shown(p.port)} of component ${shown(p.component)} and port ${shown(p.firstPort)} of component `
        + `${shown(p.first)} (${showMaker(p.maker)}) share the job name ${shown(p.job)}`,
        'shorten the name of the application, the namespace or the component'],
      'in-manifests': (p: { job: Name; maker: Maker }) =>
        [`has a job ${shown(p.job)}, which ${showMaker(p.maker)} has too`,
          'leave out one of them'],
    },
  },
} as const satisfies Record<string, Explanation>;
