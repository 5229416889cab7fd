import { Explanation, joined } from '../sentence';

/** Findings about dashboards of what is scraped. */
export const DASHBOARDS_CODES = {
  'invalid-dashboard': {
    cause: 'The properties of a `MetricsDashboard` are invalid or do not match the applications.',
    remedy: 'Set the properties as the message describes.',
    says: {
      'title': ["must have {max} characters at most, which is all that Grafana's database holds, has {characters}", 'shorten it'],
      'one-line': ['must be one line without spaces around it, got {value}', 'write it so'],
      'general': ['must not be {value}, by which Grafana calls what is in no folder', 'use another name'],
      'refresh': ['must be 5 seconds or more, which is what Grafana allows, got {value}', 'set a longer one'],
      'own-label': ['is set by MetricsDashboard', 'use another name'],
      'matcher': [joined('must be 1 to 50 characters without spaces around them, brackets, braces, line breaks and \'$\', with which ',
        'variables of Grafana are written, got {value}'), 'give the value itself'],
      'no-chart': ['must be in a Chart of cdk8s, in which its objects are rendered', 'give a chart, or a construct in one, as scope'],
      'shared-title': ["is for a single application: dashboards of one title in a folder can't be told apart",
        "give that application alone in 'applications', or leave the title out"],
      'tag': ['must have {max} characters at most, got {value}', 'shorten it'],
      'component': ['must be one of {known:list}, the components that are scraped, got {value}',
        'correct the name, or declare metrics of the component'],
      'no-component': ['names {value}, and no component of the applications is scraped', 'declare metrics of the component'],
      'delivery': ['must be a DashboardDelivery, got {value}', 'use DashboardDelivery.sidecar() or DashboardDelivery.operator()'],
      'other-app': ['must be in the same App', 'leave it out, and give it its own dashboard'],
      'other-platform': ['must be of the same platform as the dashboard', 'put the dashboard where its platform is installed'],
      'not-an-application': ['must be an ApplicationConfiguration, got {value}', 'give the construct itself'],
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
      'stored': ['makes {kind:bare} {name} with {bytes} bytes, and {max} are possible',
        "list fewer runtimes in 'components', or divide the application"],
      'stored-by-default': ['makes {kind:bare} {name} with {bytes} bytes, and {max} are possible', 'divide the application'],
      'applied': ['makes {kind:bare} {name} with {bytes} bytes, which is more than the {max} that `kubectl apply` keeps in an annotation',
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
      application: ['shows application {application}, which {maker:maker} shows too', "leave it out of 'applications' of one of them"],
      provisioned: [joined('makes a dashboard with the title {title}, which one of {maker:maker} has in the same folder: while there are ',
        'two, Grafana writes no changes of dashboards that come in files'), 'give one another title or folder'],
      title: ["makes a dashboard with the title {title}, which one of {maker:maker} has in the same folder: they can't be told apart",
        'give one another title or folder'],
    },
  },
} as const satisfies Record<string, Explanation>;
