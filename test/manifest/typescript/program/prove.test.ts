import { readManifests } from '../../../../src/manifest/reading';
import { forOam } from '../../../../src/manifest/typescript/adapted';
import { formsOf } from '../../../../src/manifest/typescript/decide';
import { inputOf } from '../../../../src/manifest/typescript/documents';
import { componentsOf, filesOf } from '../../../../src/manifest/typescript/grouping';
import { prove } from '../../../../src/manifest/typescript/import-manifests';
import { literal } from '../../../../src/manifest/typescript/tree';
import { writeChart } from '../../../../src/manifest/typescript/write-chart';
import { OamPlatform } from '../../../../src/platform/oam-platform';
import { application, component, SMALL } from '../odd-documents';

const platform = OamPlatform.verrazzano();
const { documents } = inputOf(forOam(readManifests(application('hello', '- componentName: greet') + component('greet', SMALL), 'x.yaml')).documents);
const components = componentsOf(documents);
const charts = formsOf(filesOf(documents, components, new Set()), components, platform).map(writeChart);

test('a program that writes what the manifests say passes', () => {
  expect(() => prove(charts, documents, platform)).not.toThrow();
});

describe('fails when', () => {
  test('an object is missing', () => {
    expect(() => prove(charts.map(chart => ({ ...chart, statements: chart.statements.slice(0, 1) })), documents, platform))
      .toThrow('the program writes 1 objects of 2, 0 of them changed');
  });

  test('an object is another one', () => {
    const changed = charts.map(chart => ({ ...chart, settings: chart.settings.map(setting => ({ ...setting, value: literal('other:1') })) }));
    expect(() => prove(changed, documents, platform)).toThrow('the program writes 2 objects of 2, 1 of them changed');
  });

  test('an object is one too many', () => {
    expect(() => prove(charts, documents.slice(1), platform)).toThrow('the program writes 2 objects of 1, 1 of them changed');
  });

  test('the tree has something against it', () => {
    const [chart] = charts;
    const twice = [chart, { ...chart, plan: { ...chart.plan, name: 'again' } }];
    expect(() => prove(twice, documents, platform)).toThrow(/^the program is refused: again\/.*: duplicate-object: /);
  });
});
