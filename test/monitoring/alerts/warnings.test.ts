import { Chart } from 'cdk8s';
import { alertObjects, cart, scraped, shop } from './support';
import { ApplicationConfiguration, Component, MetricsAlerts, MetricsTrait } from '../../../src';
import { findingsOf, listening } from '../../targets/kubernetes/support';

/** What is warned of alerts that are valid. */
function warned(chart: Chart): string[] {
  const warn = jest.spyOn(process, 'emitWarning').mockImplementation();
  expect(findingsOf(chart)).toEqual([]);
  return warn.mock.calls.map(([text]) => String(text)).filter(text => text.startsWith('[shop/alerts]'));
}

const OFF = { enabled: false };
const NONE = { jobMissing: OFF, targetDown: OFF, pageEmpty: OFF, targetsMissing: OFF };

describe('warns where', () => {
  test('nothing is scraped', () => {
    const chart = shop();
    new MetricsAlerts(chart, 'alerts');
    expect(warned(chart)).toEqual([
      '[shop/alerts] no-effect: watches nothing: no component of its applications is scraped; declare metrics, or leave it out',
    ]);
  });

  test('no alert is enabled, and renders nothing', () => {
    const chart = shop();
    const alerts = new MetricsAlerts(chart, 'alerts', NONE);
    cart(chart);
    expect(warned(chart)).toEqual([
      '[shop/alerts] no-effect: has no rules: no alert that is enabled applies to what is scraped; enable an alert, or leave it out',
    ]);
    expect(alertObjects(alerts)).toEqual([]);
  });

  test('nothing of an application is scraped', () => {
    const chart = shop();
    const idle = new ApplicationConfiguration(chart, 'idle');
    const binding = idle.addComponent(new Component(idle, 'one', { workload: listening() }));
    new MetricsTrait(binding, 'metrics', { enabled: false });
    new MetricsAlerts(chart, 'alerts', { applications: [cart(chart), idle] });
    expect(warned(chart)).toEqual([
      "[shop/alerts] no-effect: 'applications[1]' is not watched: none of its components is scraped; declare metrics, or leave it out",
    ]);
  });
});

test('objects go with what they are about, and come back', () => {
  const chart = shop();
  const application = new ApplicationConfiguration(chart, 'cart');
  const alerts = new MetricsAlerts(chart, 'alerts');
  const bindings = Array.from({ length: 41 }, (_, i) => scraped(application, `c-${i}`));
  const names = () => alertObjects(alerts).map(({ metadata: { name } }) => name);
  expect(names()).toEqual(['cart-alerts', 'cart-alerts.1']);
  application.node.tryRemoveChild(bindings[3].node.id);
  application.node.tryRemoveChild('c-3');
  expect(names()).toEqual(['cart-alerts']);
  scraped(application, 'again');
  expect(names()).toEqual(['cart-alerts', 'cart-alerts.1']);
  chart.node.tryRemoveChild('cart');
  cart(chart, 'other');
  expect(names()).toEqual(['other-alerts']);
});

test('objects in one namespace have names that no other application can have', () => {
  const chart = shop();
  const other = new Chart(chart.node.root as Chart, 'monitoring', { namespace: 'monitoring' });
  const alerts = new MetricsAlerts(chart, 'alerts', { namespace: 'monitoring' });
  cart(chart, 'shop');
  scraped(new ApplicationConfiguration(other, 'cart', { metadata: { name: 'shop.shop' } }), 'one');
  expect(alertObjects(alerts).map(({ metadata: { name } }) => name)).toEqual(['shop.shop-alerts', 'monitoring.shop.shop-alerts']);
});
