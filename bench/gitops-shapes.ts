import { ApiObject, App, Chart } from 'cdk8s';
import { build as components } from './plain';

/** How objects and charts hang together. `size` is the number that grows. */
export type ShapeName = 'chart' | 'charts' | 'applications' | 'chain' | 'layers' | 'nested' | 'crossed';

const configMap = (chart: Chart, n: number) => new ApiObject(chart, `config-${n}`, { apiVersion: 'v1', kind: 'ConfigMap', data: { LOG_LEVEL: 'info', NUMBER: `${n}` } });

const COMPONENTS_PER_CHART = 5;
const PER_LAYER = 2;

export const BUILD: Readonly<Record<ShapeName, (app: App, size: number) => void>> = {
  chart: (app, size) => components(app, { components: size, charts: 1 }),
  charts: (app, size) => numbers(size).forEach(n => configMap(new Chart(app, `chart-${n}`), n)),
  applications: (app, size) => components(app, { components: size * COMPONENTS_PER_CHART, charts: size }),
  chain: (app, size) => {
    const chart = new Chart(app, 'chain');
    const objects = numbers(size).map(n => configMap(chart, n));
    objects.forEach((object, n) => n > 0 && object.addDependency(objects[n - 1]));
  },
  layers: (app, size) => {
    const chart = new Chart(app, 'layers');
    const layers = numbers(size).map(layer => numbers(PER_LAYER).map(n => configMap(chart, PER_LAYER * layer + n)));
    layers.forEach((layer, n) => n > 0 && layer.forEach(object => object.addDependency(...layers[n - 1])));
  },
  nested: (app, size) => {
    const outer = new Chart(app, 'outer');
    for (const n of numbers(size)) configMap(new Chart(outer, `inner-${n}`), n);
  },
  crossed: (app, size) => {
    const [first, second] = ['first', 'second'].map(id => new Chart(app, id));
    for (const n of numbers(size)) [first, second].forEach(chart => configMap(chart, n));
    second.addDependency(first);
  },
};

const numbers = (size: number) => Array.from({ length: size }, (_, n) => n);
