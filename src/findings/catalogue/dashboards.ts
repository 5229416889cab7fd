import type { Explanation } from '../sentence';

/** Findings about dashboards of what is scraped. */
export const DASHBOARDS_CODES = {
  'no-dashboard-series': {
    cause: "The labels of an OAM platform's scrape jobs depend on its version, so panels might be empty.",
    remedy: 'Use a KubernetesPlatform, or remove the dashboard.',
    says: ['may have empty panels: an OAM platform makes scrape jobs itself, and their labels depend on its version',
      'use a KubernetesPlatform, or leave it out'],
  },
} as const satisfies Record<string, Explanation>;
