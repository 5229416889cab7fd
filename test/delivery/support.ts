import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ApiObject, App, AppProps, Chart, Include, JsonPatch, Lazy, YamlOutputType } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { GitOpsApp, GitOpsAppProps } from '../../src';

/** A program for either class of app. */
type Program = (app: App) => void;

export const configMap = (scope: Construct, id: string, data: Record<string, unknown> = { key: id }, metadata = {}) =>
  new ApiObject(scope, id, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data } as any);

/** A chart that changes what it renders. */
class Labelled extends Chart {
  public toJson(): any[] {
    return super.toJson().map(object => ({ ...object, metadata: { ...object.metadata, labels: { added: 'by-the-chart' } } }));
  }
}

/** What programs of cdk8s do. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  'nothing': () => undefined,
  'an empty chart': app => void new Chart(app, 'empty'),
  'two charts': app => {
    for (const id of ['web', 'jobs']) {
      const chart = new Chart(app, id, { namespace: id, labels: { team: 'shop' } });
      configMap(chart, 'first');
      configMap(chart, 'second', { 'on': 'yes', 'number': '0775', 'text': 'one\ntwo\n', 'e0': '1e3', '': '' });
    }
  },
  'objects that depend on each other': app => {
    const chart = new Chart(app, 'chart');
    const [a, b, c] = ['a', 'b', 'c'].map(id => configMap(chart, id));
    a.addDependency(c);
    c.addDependency(b);
  },
  'charts that depend on each other': app => {
    const [a, b, c] = ['a', 'b', 'c'].map(id => new Chart(app, id));
    for (const chart of [a, b, c]) for (const id of ['one', 'two']) configMap(chart, id);
    a.addDependency(c);
    (b.node.children[0] as ApiObject).addDependency(a.node.children[1]);
  },
  'charts in charts': app => {
    const outer = new Chart(app, 'outer', { namespace: 'outer' });
    configMap(outer, 'first');
    const inner = new Chart(outer, 'inner', { namespace: 'inner' });
    configMap(inner, 'one');
    configMap(new Chart(new Construct(inner, 'between'), 'innermost'), 'deep');
    configMap(outer, 'last');
  },
  'ids that are numbers': app => ['z', '10', '9', 'a'].forEach(id => configMap(new Chart(app, id), id)),
  'names without hashes': app => {
    const chart = new Chart(app, 'plain', { disableResourceNameHashes: true });
    configMap(chart, 'web');
  },
  'constructs of cdk8s-plus': app => {
    const chart = new Chart(app, 'plus');
    const deployment = new kplus.Deployment(chart, 'web', { containers: [{ image: 'example/web:1', portNumber: 8080 }] });
    deployment.exposeViaIngress('/');
  },
  'values made late, and patches': app => {
    const chart = new Chart(app, 'late');
    const object = configMap(chart, 'late', { value: Lazy.any({ produce: () => 'produced' }), nothing: undefined, none: null, list: [1, undefined, 'x'], empty: {} });
    object.addJsonPatch(JsonPatch.add('/data/patched', { deep: [true] }), JsonPatch.add('/data/nul', null));
    object.metadata.addLabel('late', 'yes');
  },
  'a chart that renders itself': app => {
    configMap(new Labelled(app, 'labelled'), 'one');
    configMap(new Chart(app, 'ordinary'), 'one');
  },
  'an included file': app => void new Include(new Chart(app, 'included'), 'file', { url: require.resolve('../../dist/oam/hello-helidon.k8s.yaml') }),
};

export const OUTPUT_TYPES: Readonly<Record<string, YamlOutputType>> = {
  'a file for each chart': YamlOutputType.FILE_PER_CHART,
  'a file for the app': YamlOutputType.FILE_PER_APP,
  'a file for each resource': YamlOutputType.FILE_PER_RESOURCE,
  'a folder for each chart': YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE,
};

/** The content of each file of a folder, by its path in it. */
export type Contents = Readonly<Record<string, string>>;

export const INDEX = '.cdk8s-oam-index';

/** Does something in a folder that is gone afterwards. */
export function inFolder<T>(action: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
  try {
    return action(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All files below a folder, in alphabetical order. An index is shown as one text of the files that it lists. */
export function contentsOf(folder: string): Contents {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name)).sort();
  const contents: Record<string, string> = {};
  for (const file of files) {
    const path = relative(folder, file);
    const [, index, listed] = /^(.*\.cdk8s-oam-index[^/]*)\/(.*)\.own$/.exec(path) ?? [];
    contents[index ?? path] = index ? `${contents[index] ?? ''}${listed}\n` : readFileSync(file, 'utf8');
  }
  return contents;
}

/** What `App` writes for a program. */
export function writtenByApp(program: (app: App) => void, props: AppProps = {}): Contents {
  return inFolder(outdir => {
    const app = new App({ ...props, outdir });
    program(app);
    app.synth();
    return contentsOf(outdir);
  });
}

/** What `GitOpsApp` writes for it, but for the index. */
export function writtenByGitOpsApp(program: (app: App) => void, props: GitOpsAppProps = {}): Contents {
  return inFolder(outdir => {
    const app = new GitOpsApp({ ...props, outdir });
    program(app);
    app.synth();
    const { [INDEX]: _, ...files } = contentsOf(outdir);
    return files;
  });
}
