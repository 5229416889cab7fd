import { Explanation, list, List, Maker, Name, ofWords, showMaker, shown } from '../sentence';
import type { Shown } from '../shown';

/** Findings about dashboards of what is scraped. */
export const DASHBOARDS_CODES = {
  'invalid-dashboard': {
    cause: 'The properties of a `MetricsDashboard` are invalid or do not match the applications.',
    remedy: 'Set the properties as the message describes.',
    says: {
      'own-words': ofWords,
      'title': (p: { max: number; characters: number }) =>
        [`must have ${p.max} characters at most, which is all that Grafana's database holds, has ${p.characters}`, 'shorten it'],
      'general': (p: { value: Shown }) => [`must not be ${shown(p.value)}, by which Grafana calls what is in no folder`,
        'use another name'],
      'own-label': ['is set by MetricsDashboard', 'use another name'],
      'tag': (p: { max: number; value: Shown }) => [`must have ${p.max} characters at most, got ${shown(p.value)}`, 'shorten it'],
      'component': (p: { known: List; value: Shown }) =>
        [`must be one of ${list(p.known)}, the components that are scraped, got ${shown(p.value)}`,
          'correct the name, or declare metrics of the component'],
      'no-component': (p: { value: Shown }) => [`names ${shown(p.value)}, and no component of the applications is scraped`,
        'declare metrics of the component'],
      'other-app': ['must be in the same App', 'leave it out, and give it its own dashboard'],
      'other-platform': ['must be of the same platform as the dashboard', 'put the dashboard where its platform is installed'],
    },
  },
  'no-dashboard-series': {
    cause: "The labels of an OAM platform's scrape jobs depend on its version, so panels might be empty.",
    remedy: 'Use a KubernetesPlatform, or remove the dashboard.',
    says: ['may have empty panels: an OAM platform makes scrape jobs itself, and their labels depend on its version',
      'use a KubernetesPlatform, or leave it out'],
  },
  'dashboard-too-large': {
    cause: 'A dashboard exceeds what Kubernetes can store, or (as a warning) what client-side `kubectl apply` can apply.',
    remedy: 'Divide the application, list fewer runtimes, or apply with `--server-side`.',
    says: {
      'stored': (p: { kind: string; name: Name; bytes: number; max: number }) =>
        [`makes ${p.kind} ${shown(p.name)} with ${p.bytes} bytes, and ${p.max} are possible`,
          "list fewer runtimes in 'components', or divide the application"],
      'stored-by-default': (p: { kind: string; name: Name; bytes: number; max: number }) =>
        [`makes ${p.kind} ${shown(p.name)} with ${p.bytes} bytes, and ${p.max} are possible`, 'divide the application'],
      'applied': (p: { kind: string; name: Name; bytes: number; max: number }) =>
        [`makes ${p.kind} ${shown(p.name)} with ${p.bytes} bytes, which is more than the ${p.max} that \`kubectl apply\` keeps in an `
          + 'annotation',
        'apply it with --server-side, as GitOps tools can'],
    },
  },
  'dashboard-idle': {
    cause: 'A `MetricsDashboard` has no scraped component to show (warning).',
    remedy: 'Declare metrics, or remove the dashboard.',
    says: ['shows nothing: no component of its applications is scraped', 'declare metrics, or leave it out'],
  },
  'dashboards-twice': {
    cause: 'Two `MetricsDashboard`s show one application, or share a title in one Grafana folder, where Grafana then updates none.',
    remedy: 'Remove one, divide the applications with `applications`, or change titles or folders.',
    says: {
      application: (p: { application: Name; maker: Maker }) =>
        [`shows application ${shown(p.application)}, which ${showMaker(p.maker)} shows too`,
          "leave it out of 'applications' of one of them"],
      provisioned: (p: { title: Shown; maker: Maker }) =>
        [`makes a dashboard with the title ${shown(p.title)}, which one of ${showMaker(p.maker)} has in the same folder: while there are `
          + 'two, Grafana writes no changes of dashboards that come in files',
        'give one another title or folder'],
      title: (p: { title: Shown; maker: Maker }) =>
        [`makes a dashboard with the title ${shown(p.title)}, which one of ${showMaker(p.maker)} has in the same folder: they can't be `
          + 'told apart',
        'give one another title or folder'],
    },
  },
} as const satisfies Record<string, Explanation>;
