import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart, Lazy, Names, YamlOutputType } from 'cdk8s';
import { Construct } from 'constructs';
import { INDEX, configMap, contentsOf, inFolder, writtenByApp, writtenByGitOpsApp } from './support';
import { CustomObject, GitOpsApp, GitOpsAppProps } from '../../src';
import { messageOf, thrownBy } from '../support/message';

function newChart(props: GitOpsAppProps = {}, id = 'chart'): Chart {
  return new Chart(new GitOpsApp(props), id);
}

const messageOfSynth = (chart: Chart) => messageOf(() => (chart.node.root as GitOpsApp).synthYaml());

test('every construct is validated once, whatever the number of charts', () => {
  const app = new GitOpsApp();
  let count = 0;
  for (const id of ['a', 'b', 'c', 'd']) configMap(new Chart(app, id), id).node.addValidation({ validate: () => (count++, []) });
  app.synthYaml();
  expect(count).toBe(4);
});

test('what validations find is told as by App, all of it', () => {
  const chart = newChart();
  for (const id of ['a', 'b']) configMap(chart, id).node.addValidation({ validate: () => [`${id} is wrong`, `${id} is bad`] });
  expect(messageOfSynth(chart)).toBe('Validation failed with the following errors:\n  [chart/a] a is wrong\n  [chart/a] a is bad\n  [chart/b] b is wrong\n  [chart/b] b is bad');
});

test('an id makes no line of its own', () => {
  const chart = newChart();
  configMap(chart, 'a').node.addValidation({ validate: () => ['is wrong'] });
  new Construct(chart, 'b\n::error::c\u202e').node.addValidation({ validate: () => ['is wrong'] });
  expect(messageOfSynth(chart)).toBe('Validation failed with the following errors:\n  [chart/a] is wrong\n  [chart/b ::error::c ] is wrong');
});

test('what cannot be rendered is told, all of it, before anything is written', () => {
  inFolder(outdir => {
    const chart = newChart({ outdir });
    configMap(chart, 'good');
    for (const id of ['a', 'b']) configMap(chart, id, { when: new Date(0) });
    expect(messageOf(() => (chart.node.root as GitOpsApp).synth())).toBe([
      'Validation failed with the following errors:',
      '  [chart/a] not-rendered: Failed serializing construct at path \'chart/a\' with name \'chart-a-c882e114\': Error: can\'t render non-simple object of type \'Date\'; '
        + 'give plain data (strings, numbers, booleans, lists and objects), or fix the Lazy, the resolver or the `toJson()` that failed',
      '  [chart/b] not-rendered: Failed serializing construct at path \'chart/b\' with name \'chart-b-c8fac656\': Error: can\'t render non-simple object of type \'Date\'; '
        + 'give plain data (strings, numbers, booleans, lists and objects), or fix the Lazy, the resolver or the `toJson()` that failed',
    ].join('\n'));
    expect(contentsOf(outdir)).toEqual({});
  });
});

test('what the program itself throws is told with its error', () => {
  const chart = newChart();
  const error = new Error('IMAGE_TAG is not set');
  configMap(chart, 'a', { tag: Lazy.any({ produce: () => { throw error; } }) });
  class Broken extends ApiObject {
    public toJson(): any {
      throw error;
    }
  }
  new Broken(chart, 'b', { apiVersion: 'v1', kind: 'ConfigMap' });
  const thrown = thrownBy(() => (chart.node.root as GitOpsApp).synthYaml());
  expect(thrown.message).toMatch(/\n {2}\[chart\/a\] not-rendered: .*IMAGE_TAG is not set; give plain data .*\n {2}\[chart\/b\] not-rendered: IMAGE_TAG is not set; give plain data/);
  expect((thrown.cause as Error).message).toContain('IMAGE_TAG is not set');
});

test.each<[string, any]>([['no kind', undefined], ['a number as its kind', 5]])('an object with %s is told', (_, kind) => {
  const chart = newChart();
  new ApiObject(chart, 'x', { apiVersion: 'v1', kind });
  expect(messageOfSynth(chart)).toBe(`Validation failed with the following errors:\n  [chart/x] ${kind === undefined
    ? 'missing-field: \'kind\' is required' : 'invalid-value: \'kind\' must be a non-empty string, got a number; put it in quotes'}`);
});

test('a kind that is settled late is one like others', () => {
  const program = (app: App) => void new ApiObject(new Chart(app, 'chart'), 'x', { apiVersion: 'v1', kind: Lazy.any({ produce: () => 'ConfigMap' }) });
  expect(writtenByGitOpsApp(program)).toEqual(writtenByApp(program));
});

test.each(['Shop', 'a_b', '-a', 'a-', 'a.b', 'con', ''])('%p is no name of an app', name => {
  expect(messageOf(() => new GitOpsApp({ name }))).toBe('[GitOpsApp] invalid-value: \'name\' must be lower-case letters, digits and "-", with a letter or digit at both ends, and no device of Windows (con, nul), '
    + `got "${name}"`);
});

const DUPLICATE = 'Validation failed with the following errors:\n  [b/config] duplicate-object: ConfigMap "config" in namespace "shop" '
  + 'is also made by \'a/config\'; rename one of them, or put it into another namespace';

describe('objects of one kind, namespace and name', () => {
  test.each(Object.values(YamlOutputType).filter((type): type is YamlOutputType => typeof type === 'number'))('are an error in output type %s', yamlOutputType => {
    inFolder(outdir => {
      const app = new GitOpsApp({ outdir, yamlOutputType });
      for (const id of ['a', 'b']) configMap(new Chart(app, id, { namespace: 'shop' }), 'config', {}, { name: 'config' });
      expect(messageOf(() => app.synth())).toBe(DUPLICATE);
      expect(contentsOf(outdir)).toEqual({});
    });
  });
});

describe('a file for each resource', () => {
  const files = (program: (chart: Chart) => void) => Object.keys(writtenByGitOpsApp(app => program(new Chart(app, 'chart')), { yamlOutputType: YamlOutputType.FILE_PER_RESOURCE }));

  test('one name in two namespaces is two files', () => {
    expect(files(chart => ['shop', 'test'].forEach(namespace => configMap(chart, namespace, {}, { name: 'web', namespace })))).toEqual([
      'ConfigMap.web.shop.k8s.yaml', 'ConfigMap.web.test.k8s.yaml',
    ]);
  });

  test('one kind of two groups is two files', () => {
    expect(files(chart => ['v1', 'serving.knative.dev/v1'].forEach(apiVersion => new ApiObject(chart, apiVersion, { apiVersion, kind: 'Service', metadata: { name: 'web' }, ...{ spec: { ports: [{ port: 80 }] } } })))).toEqual([
      'Service.web.a71d040f.k8s.yaml', 'Service.web.dcd53bcf.k8s.yaml',
    ]);
  });

  test('names that differ in what file names cannot have are two files', () => {
    const role = (chart: Chart, name: string) => new ApiObject(chart, name, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name } });
    expect(files(chart => ['a:b', 'ab'].forEach(name => role(chart, name)))).toHaveLength(2);
  });

  test('a name that reads as one with a namespace keeps its file apart', () => {
    expect(files(chart => [['web.shop', undefined], ['web', 'shop'], ['web', 'test']].forEach(([name, namespace], n) => configMap(chart, `${n}`, {}, { name, namespace }))))
      .toHaveLength(3);
  });
});

const JOB = { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'migrate', image: 'example/migrate:1' }] } } } };

describe('objects that the server names', () => {
  const LAYOUTS = [YamlOutputType.FILE_PER_RESOURCE, YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE] as const;
  const job = (chart: Chart, id: string, generateName = 'migrate-', namespace?: string) =>
    void new ApiObject(chart, id, { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: undefined, generateName, namespace }, ...JOB });
  const files = (yamlOutputType: YamlOutputType, program: (chart: Chart) => void) => Object.keys(writtenByGitOpsApp(app => program(new Chart(app, 'chart')), { yamlOutputType }))
    .map(path => path.split('/').at(-1));

  test.each(LAYOUTS)('have files with the beginning of their names in output type %s, and their constructs if two begin alike', layout => {
    expect(files(layout, chart => job(chart, 'a'))).toEqual(['Job.migrate-.k8s.yaml']);
    expect(files(layout, chart => ['a', 'b'].forEach(id => job(chart, id)))).toEqual(['Job.migrate-.chart-a.k8s.yaml', 'Job.migrate-.chart-b.k8s.yaml']);
    expect(files(layout, chart => ['load-', 'migrate-'].forEach(each => job(chart, each, each)))).toEqual(['Job.load-.k8s.yaml', 'Job.migrate-.k8s.yaml']);
    expect(files(layout, chart => ['shop', 'test'].forEach(each => job(chart, each, 'a-', each)))).toEqual(['Job.a-.shop.k8s.yaml', 'Job.a-.test.k8s.yaml']);
    expect(files(layout, chart => {
      job(chart, 'a');
      new ApiObject(chart, 'b', { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate' }, ...JOB });
      new CustomObject(chart, 'c', { manifest: { apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'migrate-' }, ...JOB.spec.template } });
    })).toEqual(['Job.migrate-.k8s.yaml', 'Job.migrate.k8s.yaml', 'Pod.migrate-.k8s.yaml']);
  });

  test.each(LAYOUTS)('are told in output type %s if one construct makes both', yamlOutputType => {
    class Twice extends Chart {
      public toJson(): any[] {
        return [...super.toJson(), ...super.toJson()];
      }
    }
    const chart = new Twice(new GitOpsApp({ yamlOutputType }), 'chart');
    job(chart, 'a');
    const app = chart.node.root as GitOpsApp;
    if (yamlOutputType === YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE) return void expect(app.synthYaml().match(/generateName: migrate-/g)).toHaveLength(2);
    expect(messageOf(() => app.synth())).toBe('Validation failed with the following errors:\n  [chart] duplicate-file: has the file name "Job.migrate-.k8s.yaml", as \'chart\' has: one of them '
      + 'would be lost; give each its own \'metadata.name\', or choose an output type that has no file for each resource');
  });

  test('are written into one file otherwise', () => {
    const chart = newChart();
    for (const id of ['a', 'b']) job(chart, id);
    expect((chart.node.root as GitOpsApp).synthYaml().match(/generateName: migrate-/g)).toHaveLength(2);
  });
});

test('an output type that there is not is told, with those that there are', () => {
  expect(messageOf(() => new GitOpsApp({ yamlOutputType: 9 as YamlOutputType }))).toBe('[GitOpsApp] invalid-value: \'yamlOutputType\' must be one of YamlOutputType.FILE_PER_APP, '
    + 'YamlOutputType.FILE_PER_CHART, YamlOutputType.FILE_PER_RESOURCE, YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE, got 9');
});

describe('kinds that are not checked', () => {
  const widgets = (props: GitOpsAppProps) => {
    const chart = newChart(props);
    for (const id of ['a', 'b']) {
      new ApiObject(chart, id, { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'No Name', labels: { 'no label': 'x' } } });
    }
    return chart.node.root as GitOpsApp;
  };

  test('are written as they are', () => {
    expect(widgets({ uncheckedKinds: ['example.com/Widget'] }).synthYaml()).toBe(Array(2).fill('apiVersion: example.com/v1\nkind: Widget\nmetadata:\n'
      + '  labels:\n    no label: x\n  name: No Name\n').join('---\n'));
  });

  test('keep the namespace of their chart, and one of their own', () => {
    const chart = new Chart(new GitOpsApp({ uncheckedKinds: ['Namespace', 'rbac.authorization.k8s.io/ClusterRole'] }), 'chart', { namespace: 'shop' });
    for (const metadata of [{ name: 'a' }, { name: 'b', namespace: 'other' }]) new ApiObject(chart, metadata.name, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata });
    new ApiObject(chart, 'c', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'c' } });
    expect((chart.node.root as GitOpsApp).synthYaml().match(/namespace: \w+/g)).toEqual(['namespace: shop', 'namespace: other', 'namespace: shop']);
  });

  test.each(['Widget', 'example.org/Widget', 'example.com/Gadget'])('are those alone: not %s', kind => {
    expect(messageOf(() => widgets({ uncheckedKinds: [kind] }).synthYaml())).toMatch(/invalid-name.*\n.*invalid-label.*\n(.*\n)*.*duplicate-object/);
  });

  test('are not lost in one file', () => {
    expect(messageOf(() => widgets({ uncheckedKinds: ['example.com/Widget'], yamlOutputType: YamlOutputType.FILE_PER_RESOURCE }).synth())).toContain('[chart/b] duplicate-file: ');
  });

  test.each(['apps/v1/Deployment', 'v1/Service', 'core/Service', 'example.com/v1', ''])('have a form: not %p', kind => {
    expect(messageOf(() => new GitOpsApp({ uncheckedKinds: [kind] }))).toBe('[GitOpsApp] invalid-value: \'uncheckedKinds[0]\' must be a group and a kind, without a '
      + `version, such as "example.com/Widget", or a kind of the core group, such as "Service", got "${kind}"`);
  });

  test.each(['apps/Deployment', 'networking.k8s.io/Ingress', 'Service'])('have a form: %s', kind => {
    expect(new GitOpsApp({ uncheckedKinds: [kind] }).charts).toEqual([]);
  });
});

test('two charts with one file name are told', () => {
  const app = new GitOpsApp();
  const chart = new Chart(new Construct(app, 'a'), 'b');
  const name = Names.toDnsLabel(chart);
  new Chart(app, name);
  expect(messageOf(() => app.synth())).toBe(`Validation failed with the following errors:\n  [${name}] duplicate-file: has the file name "${name}", as 'a/b' has: `
    + 'one of them would be lost; give the chart another id');
});

test('the namespace of a chart does not land on cluster-scoped kinds', () => {
  const app = new GitOpsApp({ clusterScopedKinds: ['example.com/Widget'] });
  const chart = new Chart(app, 'chart', { namespace: 'shop' });
  for (const [apiVersion, kind] of [['v1', 'Namespace'], ['example.com/v1', 'Widget'], ['v1', 'Secret']]) new ApiObject(chart, kind.toLowerCase(), { apiVersion, kind, metadata: { name: 'x' } });
  expect(app.synthYaml().split('---\n').map(text => text.includes('namespace: shop'))).toEqual([false, false, true]);
});

describe('the output folder', () => {
  const synth = (outdir: string, ids: readonly string[], props: GitOpsAppProps = {}) => {
    const app = new GitOpsApp({ outdir, ...props });
    for (const id of ids) configMap(new Chart(app, id), 'config');
    app.synth();
    return Object.keys(contentsOf(outdir));
  };

  test('keeps what nobody here has written, and loses what is not rendered any more', () => {
    inFolder(outdir => {
      mkdirSync(join(outdir, 'own'));
      for (const file of ['own/notes.yaml', 'README.md']) writeFileSync(join(outdir, file), 'mine');
      synth(outdir, ['a', 'b']);
      expect(synth(outdir, ['a'])).toEqual([INDEX, 'README.md', 'a.k8s.yaml', 'own/notes.yaml']);
    });
  });

  test('keeps and names a file that is not rendered any more, if its form shows that it was edited', () => {
    inFolder(outdir => {
      synth(outdir, ['a', 'comment', 'quotes', 'space', 'value', 'windows']);
      const edit = (id: string, change: (text: string) => string) => {
        const file = join(outdir, `${id}.k8s.yaml`);
        const text = readFileSync(file, 'utf8');
        expect(change(text)).not.toBe(text);
        writeFileSync(file, change(text));
      };
      edit('comment', text => `${text}# mine\n`);
      edit('space', text => text.replace('kind: ', 'kind:  '));
      edit('quotes', text => text.replace('ConfigMap', '"ConfigMap"'));
      // neither is noticed: a value in the form that the app writes, and what Git makes of line breaks on Windows
      edit('value', text => text.replace('v1', 'v2'));
      edit('windows', text => text.replaceAll('\n', '\r\n'));
      const warnings: string[] = [];
      const spy = jest.spyOn(process, 'emitWarning').mockImplementation(text => void warnings.push(String(text).replaceAll(outdir, '')));
      const kept = ['comment', 'quotes', 'space'].map(id => `${id}.k8s.yaml`);
      expect(synth(outdir, ['a'])).toEqual([INDEX, 'a.k8s.yaml', ...kept]);
      spy.mockRestore();
      expect(warnings.filter(text => text.includes('is kept'))).toEqual(kept.map(file => `"/${file}" is no longer rendered, but is kept, because it is not as this app writes files; `
        + 'delete it if you no longer need it'));
      expect(contentsOf(outdir)[INDEX]).toBe(['a.k8s.yaml', ...kept, ''].join('\n'));
    });
  });

  test('a file that stays the same is not touched', () => {
    inFolder(outdir => {
      const stat = () => [join(outdir, 'a.k8s.yaml'), join(outdir, INDEX)].map(file => statSync(file, { bigint: true })).map(({ ino, mtimeNs }) => ({ ino, mtimeNs }));
      synth(outdir, ['a']);
      const before = stat();
      synth(outdir, ['a']);
      expect(stat()).toEqual(before);
    });
  });

  test('of two apps with names keeps the files of both', () => {
    inFolder(outdir => {
      for (const round of [1, 2]) for (const id of ['a', 'b']) synth(outdir, round === 1 ? [id, `${id}-old`] : [id], { name: id });
      expect(Object.keys(contentsOf(outdir))).toEqual([`${INDEX}.a`, `${INDEX}.b`, 'a.k8s.yaml', 'b.k8s.yaml']);
    });
  });

  const text = (outdir: string, name: string, id: string, data: Record<string, string>) => {
    const app = new GitOpsApp({ outdir, name });
    configMap(new Chart(app, id), 'config', data);
    app.synth();
  };

  test('of two apps with names has no file of both', () => {
    inFolder(outdir => {
      text(outdir, 'one', 'shop', { a: '1' });
      expect(messageOf(() => text(outdir, 'two', 'shop', { a: '2' })).replace(outdir, 'DIR')).toBe('[GitOpsApp] duplicate-file: \'shop.k8s.yaml\' is written by another GitOpsApp of this program too, with '
        + 'another content: one of them would be lost; give the chart or the object another id, or each app its own `outdir`');
      expect(Object.keys(contentsOf(outdir))).toEqual([`${INDEX}.one`, 'shop.k8s.yaml']);
      // the same content is nobody's loss
      text(outdir, 'two', 'shop', { a: '1' });
      expect(Object.keys(contentsOf(outdir))).toEqual([`${INDEX}.one`, `${INDEX}.two`, 'shop.k8s.yaml']);
    });
  });

  test('two apps of one program without names are told, before one removes the files of the other', () => {
    inFolder(outdir => {
      synth(outdir, ['a']);
      expect(messageOf(() => synth(outdir, ['b']))).toBe('[GitOpsApp] shared-output-folder: \'name\' is required: another GitOpsApp of this program has written other charts into '
        + `${JSON.stringify(outdir)}, and would lose them; give each app a \`name\`, or its own \`outdir\``);
      expect(existsSync(join(outdir, 'a.k8s.yaml'))).toBe(true);
    });
  });
});
