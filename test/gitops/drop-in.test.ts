import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart, IResolver, Lazy, ResolutionContext, YamlOutputType } from 'cdk8s';
import { contentsOf, inFolder, writtenByApp, writtenByGitOpsApp } from './folders';
import { configMap } from './programs';
import { GitOpsApp, GitOpsAppProps } from '../../src';
import { messageOf } from '../support/message';

const LATE = 'Validation failed with the following errors:\n  [b/late] made-while-rendering: is made while objects are rendered, and would be missing from the '
  + 'manifests; make it before `synth()`: not by a Lazy, a resolver or a `toJson()`';

describe('an object that is made while others are rendered', () => {
  test('is told, by whatever it is made', () => {
    const app = new GitOpsApp();
    const [a, b] = ['a', 'b'].map(id => new Chart(app, id));
    configMap(a, 'config', { key: Lazy.any({ produce: () => configMap(b, 'late').name }) });
    expect(messageOf(() => app.synthYaml())).toBe(LATE);
  });

  test('is fine where its chart renders itself', () => {
    class Growing extends Chart {
      public toJson(): any[] {
        if (!this.node.tryFindChild('late')) configMap(this, 'late');
        return super.toJson();
      }
    }
    const program = (app: App) => void configMap(new Growing(app, 'chart'), 'config');
    expect(writtenByGitOpsApp(program)).toEqual(writtenByApp(program));
  });
});

test('a construct that a validation makes is validated as well', () => {
  const app = new GitOpsApp();
  const chart = new Chart(app, 'chart');
  chart.node.addValidation({
    validate: () => {
      configMap(chart, 'made').node.addValidation({ validate: () => ['is wrong'] });
      return [];
    },
  });
  expect(messageOf(() => app.synthYaml())).toBe('Validation failed with the following errors:\n  [chart/made] is wrong');
});

test('a definition of a custom kind is rendered once', () => {
  let count = 0;
  const program = (app: App) => void new ApiObject(new Chart(app, 'chart'), 'widgets', {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: { group: 'example.com', names: { plural: 'widgets', kind: 'Widget' }, scope: 'Cluster', count: Lazy.any({ produce: () => ++count }) },
  });
  writtenByGitOpsApp(program);
  expect(count).toBe(1);
});

test('the namespace of a chart that a resolver changes does not land on cluster-scoped kinds', () => {
  class Token implements IResolver {
    public resolve(context: ResolutionContext): void {
      if (context.value === 'TOKEN') context.replaceValue('prod');
    }
  }
  const app = new GitOpsApp({ resolvers: [new Token()] });
  const chart = new Chart(app, 'chart', { namespace: 'TOKEN' });
  new ApiObject(chart, 'role', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reader' } });
  configMap(chart, 'config', {}, { name: 'config' });
  expect(app.synthYaml()).toBe('apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: reader\n---\n'
    + 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: config\n  namespace: prod\ndata: {}\n');
});

test('the remedy for an item of a list names its place', () => {
  const app = new GitOpsApp();
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reader', namespace: 'default' } };
  new ApiObject(new Chart(app, 'chart'), 'list', { apiVersion: 'v1', kind: 'List', items: [role] } as any);
  expect(messageOf(() => app.synthYaml())).toContain('\'items[0].metadata.namespace\' must be left out, since ClusterRole is a kind of the whole cluster, got "default"; '
    + 'leave it out; JsonPatch.remove(\'/items/0/metadata/namespace\') takes it from');
});

test('after synth() charts are in the order of what their objects depend on, as those of App', () => {
  const orders = [App, GitOpsApp].map(Class => inFolder(outdir => {
    const app = new Class({ outdir });
    const [a, b] = ['a', 'b'].map(id => configMap(new Chart(app, id), 'config'));
    a.addDependency(b);
    const before = app.charts.map(chart => chart.node.id);
    app.synth();
    return [before, app.charts.map(chart => chart.node.id)];
  }));
  expect(orders[1]).toEqual(orders[0]);
});

test('a subclass that holds a chart back is heard, as one of App is', () => {
  const visible = (charts: Chart[]) => charts.filter(chart => chart.node.id !== 'hidden');
  class SomeOfApp extends App {
    public get charts(): Chart[] {
      return visible(super.charts);
    }
  }
  class SomeOfGitOpsApp extends GitOpsApp {
    public get charts(): Chart[] {
      return visible(super.charts);
    }
  }
  const [texts, expected] = [new SomeOfGitOpsApp(), new SomeOfApp()].map(app => {
    for (const id of ['a', 'hidden', 'b']) configMap(new Chart(app, id), 'config');
    return app.synthYaml();
  });
  expect(texts).toBe(expected);
});

test('an object that its chart puts elsewhere is told of the chart', () => {
  class Reversed extends Chart {
    public toJson(): any[] {
      return super.toJson().reverse();
    }
  }
  const app = new GitOpsApp();
  const chart = new Reversed(app, 'chart');
  for (const name of ['Bad', 'good']) configMap(chart, name, {}, { name });
  expect(messageOf(() => app.synthYaml())).toMatch(/^Validation failed with the following errors:\n {2}\[chart\] invalid-name: .* got "Bad"; [^\n]*$/);
});

test('an output folder without a name is refused', () => {
  expect(messageOf(() => new GitOpsApp({ outdir: '' }))).toBe('[GitOpsApp] invalid-value: \'outdir\' must be a string that is not empty, got ""');
});

describe('two apps of one program in one folder', () => {
  const write = (props: GitOpsAppProps, chart: string, names: readonly string[]) => {
    const app = new GitOpsApp({ yamlOutputType: YamlOutputType.FILE_PER_RESOURCE, ...props });
    const scope = new Chart(app, chart);
    for (const name of names) configMap(scope, name, {}, { name });
    app.synth();
  };

  test('are told apart, although both write the paths of their constructs', () => {
    inFolder(outdir => {
      const props = { outdir, recordConstructMetadata: true };
      write(props, 'shop', ['shop']);
      expect(() => write(props, 'billing', ['billing'])).toThrow('shared-output-folder');
    });
  });

  test('are told apart, although one has another name for the folder', () => {
    inFolder(folder => {
      const [outdir, link] = ['out', 'link'].map(name => join(folder, name));
      write({ outdir }, 'shop', ['shop']);
      symlinkSync(outdir, link);
      expect(() => write({ outdir: link }, 'billing', ['billing'])).toThrow('shared-output-folder');
      expect(Object.keys(contentsOf(outdir))).toContain('ConfigMap.shop.k8s.yaml');
    });
  });

  test('that share a file may be one app: a warning names what is removed', () => {
    inFolder(outdir => {
      const warn = jest.spyOn(process, 'emitWarning').mockImplementation();
      write({ outdir }, 'shop', ['common', 'shop']);
      write({ outdir }, 'billing', ['common', 'billing']);
      const file = join(outdir, 'ConfigMap.shop.k8s.yaml');
      expect(warn.mock.calls).toEqual([[`${JSON.stringify(file)} was written by another GitOpsApp of this program, and is removed: this one does not render it; `
        + 'give each a `name` if they are not the same app', 'GitOpsApp']]);
      expect(existsSync(file)).toBe(false);
      warn.mockRestore();
    });
  });
});
