import { App, Chart, Duration } from 'cdk8s';
import { cart, RULES, shop } from './support';
import { MetricsAlerts, Platform } from '../../../src';
import { kubernetes } from '../../targets/kubernetes/support';
import { messageOf } from '../../support/message';

const TEMPLATE = "must be a non-empty string without '{', '}' and line breaks, since labels of alerts are templates";

describe('fails when', () => {
  const refused = (props: any): string => messageOf(() => new MetricsAlerts(shop(), 'alerts', props));

  test.each<[string, object, string]>([
    ['a severity is a template', { jobMissing: { severity: '{{ $labels.x }}' } },
      `'jobMissing.severity' ${TEMPLATE}, got "{{ $labels.x }}"; give the string itself`],
    ['a severity has two lines', { severities: ['crit\nical'] }, `'severities[0]' ${TEMPLATE}, got "crit\\nical"; give the string itself`],
    ['a label is a template', { alertLabels: { team: '{{ $labels.job }}' } },
      `'alertLabels.team' ${TEMPLATE}, got "{{ $labels.job }}"; give the string itself`],
    ['an alert waits for ever', { pageEmpty: { pendingPeriod: Duration.days(8) } },
      "'pageEmpty.pendingPeriod' must be 7 days at most, got \"8d\"; set a shorter one"],
    ['runbook_url has a password', { runbookUrl: 'https://user:secret@wiki.example.com/#' },
      "'runbookUrl' must be without a user name and a password: alerts show it to everybody; leave them out"],
    ['a label is set twice', { alertLabels: { cluster: 'a' }, matchers: { cluster: 'b' } },
      "'alertLabels.cluster' cannot be set together with 'matchers.cluster'; leave one of them out"],
  ])('%s', (_, props, problem) => {
    expect(refused(props)).toBe(`[shop/alerts] invalid-value: ${problem}`);
  });

  test.each(['x', 5, [1], () => 1])('the properties are %p', props => {
    expect(refused(props)).toMatch(/^\[shop\/alerts\] invalid-type: must be an object, got /);
  });

  test('there is no chart', () => {
    const { node: { root } } = shop();
    expect(messageOf(() => new MetricsAlerts(root as App, 'alerts')))
      .toBe('[alerts] invalid-value: must be in a Chart of cdk8s, in which its objects are rendered; give a chart, or a construct in one, as scope');
  });

  test('applications are of another app, or another platform', () => {
    const chart = shop();
    const other = new Chart(chart.node.root as App, 'other', { namespace: 'other' });
    Platform.install(other, kubernetes(RULES));
    const applications = [cart(shop()), cart(other), cart(chart)];
    expect(messageOf(() => new MetricsAlerts(chart, 'alerts', { applications })).split('\n')).toEqual([
      '[shop/alerts] 2 findings:',
      "  invalid-value: 'applications[0]' must be in the App and on the platform of the alerts; leave it out, and give it its own alerts",
      "  invalid-value: 'applications[1]' must be in the App and on the platform of the alerts; leave it out, and give it its own alerts",
    ]);
  });
});
