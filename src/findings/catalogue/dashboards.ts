import { Explanation, got, list, List, Maker, Name, showMaker, shown } from '../sentence';
import type { Shown } from '../shown';

/** Findings about dashboards of what is scraped. */
export const DASHBOARDS_CODES = {
  'invalid-dashboard': {
    cause: 'The properties of a `MetricsDashboard` are invalid or do not match the applications.',
    remedy: 'Set the properties as the message describes.',
    says: {
      'title': (p: { max: number; characters: number }) =>
        [`must have ${p.max} characters at most, which is all that Grafana's database holds, has ${p.characters}`, 'shorten it'],
      'one-line': got('must be one line without spaces around it', 'write it so'),
      'refresh': got('must be 5 seconds or more, which is what Grafana allows', 'set a longer one'),
      'own-label': ['is set by MetricsDashboard', 'use another name'],
      'matcher': got("must be 1 to 50 characters without spaces around them, brackets, braces, line breaks and '$', with which variables "
        + 'of Grafana are written',
      'give the value itself'),
      'no-chart': ['must be in a Chart of cdk8s, in which its objects are rendered', 'give a chart, or a construct in one, as scope'],
      'shared-title': ["is for a single application: dashboards of one title in a folder can't be told apart",
        "give that application alone in 'applications', or leave the title out"],
      'tag': (p: { max: number; value: Shown }) => [`must have ${p.max} characters at most, got ${shown(p.value)}`, 'shorten it'],
      'component': (p: { known: List; value: Shown }) =>
        [`must be one of ${list(p.known)}, the components that are scraped, got ${shown(p.value)}`,
          'correct the name, or declare metrics of the component'],
      'no-component': (p: { value: Shown }) => [`names ${shown(p.value)}, and no component of the applications is scraped`,
        'declare metrics of the component'],
      'delivery': got('must be a DashboardDelivery', 'use DashboardDelivery.sidecar() or DashboardDelivery.operator()'),
      'other-app': ['must be in the same App', 'leave it out, and give it its own dashboard'],
      'other-platform': ['must be of the same platform as the dashboard', 'put the dashboard where its platform is installed'],
      'not-an-application': got('must be an ApplicationConfiguration', 'give the construct itself'),
    },
  },
  'no-dashboard-series': {
    cause: "The labels of an OAM platform's scrape jobs depend on its version, so panels might be empty.",
    remedy: 'Use a KubernetesPlatform, or remove the dashboard.',
    says: ['may have empty panels: an OAM platform makes scrape jobs itself, and their labels depend on its version',
      'use a KubernetesPlatform, or leave it out'],
  },
  'dashboard-too-large': {
    cause: 'A dashboard exceeds what Kubernetes can store.',
    remedy: 'Divide the application, or list fewer runtimes.',
    says: (p: { kind: string; name: Name; bytes: number; max: number }) =>
      [`makes ${p.kind} ${shown(p.name)} with ${p.bytes} bytes, and ${p.max} are possible`,
        "list fewer runtimes in 'components', or divide the application"],
  },
  'dashboard-idle': {
    cause: 'A `MetricsDashboard` has no scraped component to show (warning).',
    remedy: 'Declare metrics, or remove the dashboard.',
    says: ['shows nothing: no component of its applications is scraped', 'declare metrics, or leave it out'],
  },
  'dashboards-twice': {
    cause: 'Two `MetricsDashboard`s show one application.',
    remedy: 'Remove one, or divide the applications with `applications`.',
    says: (p: { application: Name; maker: Maker }) =>
      [`shows application ${shown(p.application)}, which ${showMaker(p.maker)} shows too`,
        "leave it out of 'applications' of one of them"],
  },
} as const satisfies Record<string, Explanation>;
