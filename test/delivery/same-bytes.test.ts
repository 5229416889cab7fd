import { App, AppProps, Chart, ImplicitTokenResolver, IResolver, ResolutionContext, Testing } from 'cdk8s';
import { OUTPUT_TYPES, PROGRAMS, configMap, inFolder, writtenByApp, writtenByGitOpsApp } from './support';
import { GitOpsApp } from '../../src';

const CASES = Object.entries(PROGRAMS).flatMap(([title, program]) =>
  Object.entries(OUTPUT_TYPES).map(([layout, yamlOutputType]) => ({ title, program, layout, yamlOutputType })));

/** The values of the programs' ConfigMaps are of any type. */
const UNCHECKED = { uncheckedKinds: ['ConfigMap'] };

/** Replaces a text wherever it stands. */
class Registry implements IResolver {
  public resolve(context: ResolutionContext): void {
    if (context.value === 'two charts') context.replaceValue('one chart');
  }
}

const PROPS: Readonly<Record<string, AppProps>> = {
  'another extension': { outputFileExtension: '.yml' },
  'the constructs of objects recorded': { recordConstructMetadata: true },
  'resolvers': { resolvers: [new Registry(), new ImplicitTokenResolver()] },
};

test.each(CASES)('$title, $layout: the same files as App', ({ program, yamlOutputType }) => {
  expect(writtenByGitOpsApp(program, { yamlOutputType, ...UNCHECKED })).toEqual(writtenByApp(program, { yamlOutputType }));
});

test.each(Object.entries(PROPS))('with %s: the same files as App', (_, props) => {
  const program = (app: App) => {
    PROGRAMS['two charts'](app);
    configMap(new Chart(app, 'more'), 'resolved', { text: 'two charts' });
  };
  expect(writtenByGitOpsApp(program, { ...props, ...UNCHECKED })).toEqual(writtenByApp(program, props));
});

describe.each(Object.entries(PROGRAMS))('%s', (_, program) => {
  const both = () => [new App(), new GitOpsApp(UNCHECKED)].map(app => {
    program(app);
    return app;
  });

  test('gives the same YAML as App', () => {
    const [app, gitops] = both();
    expect(gitops.synthYaml()).toBe(app.synthYaml());
  });

  test('has its charts in the same order', () => {
    const [app, gitops] = both();
    expect(gitops.charts.map(c => c.node.path)).toEqual(app.charts.map(c => c.node.path));
  });

  test('gives Testing the same objects', () => {
    const [app, gitops] = both();
    expect(gitops.charts.map(chart => Testing.synth(chart))).toEqual(app.charts.map(chart => Testing.synth(chart)));
  });
});

test('the folder comes from CDK8S_OUTDIR, as that of App does', () => {
  inFolder(folder => {
    const { CDK8S_OUTDIR: before } = process.env;
    process.env.CDK8S_OUTDIR = folder;
    expect(new GitOpsApp().outdir).toBe(folder);
    if (before === undefined) delete process.env.CDK8S_OUTDIR;
    else process.env.CDK8S_OUTDIR = before;
  });
});
