import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart, IResolver, Lazy, ResolutionContext, YamlOutputType } from 'cdk8s';
import { Contents, INDEX, configMap, contentsOf, inFolder, writtenByApp, writtenByGitOpsApp } from './support';
import { GitOpsApp, GitOpsAppProps } from '../../src';
import { writeOutput } from '../../src/files/writing/write-output';
import { messageOf } from '../support/message';

const LATE = 'Validation failed with the following errors:\n  [b/late] made-while-rendering: is created while objects are rendered, and would be missing from the '
  + 'manifests; create it before `synth()`, not in a Lazy, a resolver or a `toJson()`';

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
    spec: { group: 'example.com', names: { plural: 'widgets', kind: 'Widget' }, scope: 'Cluster', versions: Lazy.any({ produce: () => ++count && [{ name: 'v1', served: true, storage: true }] }) },
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
  expect(messageOf(() => app.synthYaml())).toContain('\'items[0].metadata.namespace\' must be left out, since ClusterRole is cluster-scoped, got "default"; '
    + 'leave it out; JsonPatch.remove(\'/items/0/metadata/namespace\') removes it from');
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

test('an object that its chart puts elsewhere is told where it was made, and what the chart adds is told of the chart', () => {
  class Reversed extends Chart {
    public toJson(): any[] {
      return [...super.toJson().reverse(), { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'Worse' } }];
    }
  }
  const app = new GitOpsApp();
  const chart = new Reversed(app, 'chart');
  for (const name of ['Bad', 'good']) configMap(chart, name, {}, { name });
  expect(messageOf(() => app.synthYaml())).toMatch(/^Validation failed with the following errors:\n {2}\[chart\/Bad\] invalid-name: .* got "Bad"; [^\n]*\n {2}\[chart\] invalid-name: .* got "Worse"; [^\n]*$/);
});

test('a folder for each chart has no file for what renders to nothing, where App writes an empty one', () => {
  class Nothing extends ApiObject {
    public toJson(): any {
      return undefined;
    }
  }
  const program = (app: App) => {
    const chart = new Chart(app, 'chart');
    new Nothing(chart, 'nothing', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'nothing' } });
    configMap(chart, 'config', {}, { name: 'config' });
  };
  const filesOf = (written: typeof writtenByApp, yamlOutputType: YamlOutputType) => Object.keys(written(program, { yamlOutputType }));
  const { FOLDER_PER_CHART_FILE_PER_RESOURCE: folders, FILE_PER_RESOURCE: files } = YamlOutputType;
  expect(filesOf(writtenByGitOpsApp, folders)).toEqual(['chart/ConfigMap.config.k8s.yaml']);
  expect(filesOf(writtenByApp, folders)).toEqual(['chart/ConfigMap.config.k8s.yaml', 'chart/ConfigMap.nothing.k8s.yaml']);
  for (const written of [writtenByApp, writtenByGitOpsApp]) expect(filesOf(written, files)).toEqual(['ConfigMap.config.k8s.yaml']);
});

test('an output folder without a name is refused', () => {
  expect(messageOf(() => new GitOpsApp({ outdir: '' }))).toBe('[GitOpsApp] invalid-value: \'outdir\' must be a non-empty string, got ""');
});

describe('two apps of one program in one folder', () => {
  const write = (props: GitOpsAppProps, chart: string, names: readonly string[], data?: Record<string, string>) => {
    const app = new GitOpsApp({ yamlOutputType: YamlOutputType.FILE_PER_RESOURCE, ...props });
    const scope = new Chart(app, chart);
    for (const name of names) configMap(scope, name, data ?? {}, { name });
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

  const warningsOf = (action: () => void) => {
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation();
    try {
      action();
      return warn.mock.calls.map(([text, kind]) => `${String(kind)}: ${String(text)}`);
    } finally {
      warn.mockRestore();
    }
  };

  /** What a run of another program would find. */
  const asWritten = (outdir: string, files: Contents, index = INDEX) => writeOutput(outdir, new Map(Object.entries(files)), { subject: 'GitOpsApp', index });

  test('of two programs, each of which removes the other\'s files, are told by a warning', () => {
    inFolder(outdir => {
      asWritten(outdir, { 'a.yaml': 'a: 1\n', 'b.yaml': 'b: 1\n' });
      expect(warningsOf(() => write({ outdir }, 'shop', ['shop']))).toEqual([`GitOpsApp: ${JSON.stringify(outdir)}: no file of earlier runs is still rendered, 2 files removed; `
        + 'if another program has written into this folder, give each app a `name`']);
      expect(warningsOf(() => asWritten(outdir, { 'a.yaml': 'a: 1\n' }))).toEqual([]);
    });
  });

  test('with names, of two programs that write one file, are told by a warning', () => {
    inFolder(outdir => {
      asWritten(outdir, { 'ConfigMap.shop.k8s.yaml': 'another' }, `${INDEX}.other`);
      expect(warningsOf(() => write({ outdir, name: 'own' }, 'shop', ['shop']))).toEqual([`GitOpsApp: ${JSON.stringify(join(outdir, 'ConfigMap.shop.k8s.yaml'))} is overwritten: `
        + '".cdk8s-oam-index.other" lists it, and it had another content; if its app goes on rendering it, give the chart or the object another id, '
        + 'or one of the apps another `outdir`; if no app uses that index any longer, delete it']);
    });
  });

  test('that share a chart may be one app: warnings name what is removed, and what is overwritten', () => {
    inFolder(outdir => {
      write({ outdir }, 'shop', ['common', 'shop']);
      const file = join(outdir, 'ConfigMap.shop.k8s.yaml');
      expect(warningsOf(() => write({ outdir }, 'shop', ['common', 'billing']))).toEqual([`GitOpsApp: ${JSON.stringify(file)} was written by another GitOpsApp of this program, and is removed; `
        + 'give each a `name` of its own, unless they are the same app']);
      expect(existsSync(file)).toBe(false);
      const common = join(outdir, 'ConfigMap.common.k8s.yaml');
      expect(warningsOf(() => write({ outdir }, 'shop', ['common', 'billing'], { other: 'data' })).slice(0, 1)).toEqual([`GitOpsApp: ${JSON.stringify(common)} was written by another GitOpsApp of this program, `
        + 'and is overwritten with another content; give each a `name` of its own, unless they are the same app']);
    });
  });

  test('that share nothing but the name of a file are told', () => {
    inFolder(outdir => {
      const props = { outdir, yamlOutputType: YamlOutputType.FILE_PER_APP };
      write(props, 'shop', ['shop']);
      expect(() => write(props, 'billing', ['billing'])).toThrow('shared-output-folder');
      expect(() => new GitOpsApp(props).synth()).toThrow('shared-output-folder');
      expect(contentsOf(outdir)['app.k8s.yaml']).toContain('name: shop');
    });
  });

  test('many files are not named one by one', () => {
    inFolder(outdir => {
      const names = Array.from({ length: 13 }, (_, n) => `x${n}`);
      write({ outdir }, 'shop', ['common', ...names]);
      const warnings = warningsOf(() => write({ outdir }, 'shop', ['common']));
      expect(warnings).toHaveLength(11);
      expect(warnings[10]).toBe(`GitOpsApp: ${JSON.stringify(outdir)}: the same holds for 3 more files`);
    });
  });

  test('with names may write one file alike, and be made anew together with another content of it', () => {
    inFolder(outdir => {
      const round = (text: string) => ['one', 'two'].forEach(name => write({ outdir, name }, 'shop', ['common'], { text }));
      round('1');
      expect(warningsOf(() => round('2'))).toEqual([expect.stringContaining('is overwritten with another content')]);
    });
  });

  test('an app that is given a name later is told what becomes of its files', () => {
    inFolder(outdir => {
      asWritten(outdir, { 'ConfigMap.old.k8s.yaml': 'old' });
      asWritten(outdir, { 'ConfigMap.old.k8s.yaml': 'old' }, `${INDEX}.own`);
      expect(warningsOf(() => write({ outdir, name: 'own' }, 'shop', ['shop']))).toEqual([`GitOpsApp: ${JSON.stringify(join(outdir, 'ConfigMap.old.k8s.yaml'))} is no longer rendered, but is kept: `
        + '".cdk8s-oam-index" lists it too; if no app uses that index any longer, delete both']);
    });
  });

  test('one app that writes other files than before says nothing', () => {
    inFolder(outdir => {
      const app = new GitOpsApp({ outdir });
      const [a, b] = ['a', 'b'].map(id => new Chart(app, id));
      app.synth();
      a.addDependency(b);
      expect(warningsOf(() => app.synth())).toEqual([]);
      expect(Object.keys(contentsOf(outdir))).toEqual([INDEX, '0000-b.k8s.yaml', '0001-a.k8s.yaml']);
    });
  });

  test('the metadata of constructs takes the place of no chart', () => {
    inFolder(outdir => {
      const props = { outdir, recordConstructMetadata: true, outputFileExtension: '.json', yamlOutputType: YamlOutputType.FILE_PER_CHART };
      expect(messageOf(() => write(props, 'construct-metadata', ['a']))).toBe('[GitOpsApp] duplicate-file: \'construct-metadata.json\' is the file of a chart, and one that the app itself writes: '
        + 'one of them would be lost; give the chart another id');
    });
  });
});
