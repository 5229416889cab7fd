import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import * as typescript from 'typescript';
import { anyDocuments, textOf } from './arbitraries';
import { corpus, original, projectOf } from './generated';
import { ODD_DOCUMENTS } from './odd-documents';
import { ManifestError } from '../../../src/files/reading';
import { models } from '../../properties/arbitraries-models';
import { build } from '../../properties/build';
import { runs } from '../../properties/runs';

const ROOT = resolve(__dirname, '../../..');

/** The strictest there is, beside what the projects themselves say. */
const STRICTER: typescript.CompilerOptions = {
  allowUnreachableCode: false,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
};

/** All projects as one program: the library is read once. */
function problemsOf(files: ReadonlyMap<string, string>): string[] {
  const folder = join(ROOT, 'test/projects');
  const texts = new Map([...files].map(([name, text]) => [join(folder, name), text]));
  const [, tsconfig] = [...files].find(([name]) => name.endsWith('/tsconfig.json'))!;
  const { options, errors } = typescript.convertCompilerOptionsFromJson(JSON.parse(tsconfig).compilerOptions, folder);
  expect(errors).toEqual([]);
  const host = typescript.createCompilerHost({});
  const { readFile, fileExists, getSourceFile } = host;
  Object.assign(host, {
    directoryExists: undefined,
    readFile: (path: string) => texts.get(path) ?? readFile(path),
    fileExists: (path: string) => texts.has(path) || fileExists(path),
    getSourceFile: (path: string, version: typescript.ScriptTarget, ...rest: []) => texts.has(path)
      ? typescript.createSourceFile(path, texts.get(path)!, version)
      : getSourceFile(path, version, ...rest),
  });
  const sources = [...texts.keys()].filter(path => path.endsWith('.ts'));
  const program = typescript.createProgram(sources, { ...options, ...STRICTER, paths: { 'cdk8s-oam': [join(ROOT, 'src/index.ts')] } }, host);
  const problems = sources.map(path => program.getSourceFile(path)!)
    .flatMap(file => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
  return problems.map(({ file, start, messageText }) => {
    const { line } = file!.getLineAndCharacterOfPosition(start!);
    return `${file!.fileName.slice(folder.length + 1)}:${line + 1}: ${typescript.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

function filesOf(texts: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(texts).flatMap(([, text], i) => [...projectOf(text).files].map(([name, file]): [string, string] => [`${i}/${name}`, file])));
}

test('every program compiles under the strictest settings', () => {
  const texts = { ...ODD_DOCUMENTS, ...Object.fromEntries(corpus().map(application => [application, original(application)])) };
  expect(problemsOf(filesOf(texts))).toEqual([]);
}, 120_000);

const PODS = { namespace: 'g', podLabels: { a: 'b' } };

/** The ways into a cluster without an OAM platform, each with all its fields. */
const INGRESSES = {
  ingress: { className: 'n', tls: { issuer: 'i' }, controller: 'ingress-nginx', annotations: { a: 'b' } },
  gatewayApi: {
    jwtIssuers: [{ issuer: 'https://i', jwksUri: 'https://i/keys' }],
    tls: { clusterIssuer: 'i' },
    gatewayApi: {
      gateway: {
        namespace: 'g',
        name: 'g',
        listeners: [{ name: 'https', protocol: 'HTTPS', allowedRoutes: { namespaces: 'Selector', selector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } } }],
        apiVersion: '1.5',
        allowedListeners: { namespaces: 'All' },
      },
      implementation: 'envoy-gateway',
      pods: PODS,
      rendersReferenceGrants: true,
    },
  },
  gatewayOfIstio: {
    jwtIssuers: [{ issuer: 'https://i', jwksUri: 'https://i/keys' }],
    gatewayApi: {
      gateway: { namespace: 'g', name: 'g', listeners: [{ name: 'https' }] },
      implementation: 'istio',
      pods: { namespace: 'g', podLabels: { 'gateway.networking.k8s.io/gateway-name': 'g' } },
      istio: { requestAuthentication: 'Exists', tcpPorts: [5432], insecureTrustsSpelling: true },
    },
  },
  plainText: { tls: { insecureNone: true }, gatewayApi: { gateway: { namespace: 'g', name: 'g', listeners: [{ name: 'http', protocol: 'HTTP' }] }, implementation: 'other' } },
  istio: {
    jwtIssuers: [{ issuer: 'https://i', jwksUri: 'https://i/keys', audiences: ['a'] }],
    tls: { secretName: 's' },
    istio: { gateway: PODS, requestAuthentication: 'Rendered', redirectsHttp: true, scopesGatewaysToNamespace: true, dataPlane: 'ambient', apiVersion: 'v1beta1', insecureTrustsSpelling: true },
  },
};

test('and so do those for a cluster without an OAM platform', () => {
  const prometheus = { namespace: 'm', name: 'k', monitorKind: 'ServiceMonitor', monitorSelector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] }, replaces: ['a/b'] };
  const files = Object.entries(INGRESSES).flatMap(([way, ingress]) => {
    const settings = { platform: 'kubernetes', vendor: 'acme', workloadKindPrefix: 'Acme', kubernetes: { clusterName: 'c', prometheus, ingress } };
    return [...projectOf(Object.values(ODD_DOCUMENTS)[0], 'manifests.yaml', settings).files].map(([name, text]): [string, string] => [`${way}/${name}`, text]);
  });
  expect(problemsOf(new Map(files))).toEqual([]);
}, 120_000);

test('and so does what is made of documents with anything in them', () => {
  const documents = fc.sample(anyDocuments, runs(50)).map(textOf).filter(isImported);
  expect(problemsOf(filesOf(Object.fromEntries(documents.entries())))).toEqual([]);
}, 120_000);

test('and so does what is made of models', () => {
  const texts = fc.sample(models(), runs(37)).map(model => build(model).app.synthYaml()).filter(isImported);
  expect(problemsOf(filesOf(Object.fromEntries(texts.entries())))).toEqual([]);
}, 120_000);

function isImported(text: string): boolean {
  try {
    void projectOf(text);
    return true;
  } catch (error) {
    if (error instanceof ManifestError) return false;
    throw error;
  }
}

test('a program that does not compile is found', () => {
  const [, tsconfig] = [...projectOf(ODD_DOCUMENTS['a Service']).files].find(([name]) => name === 'tsconfig.json')!;
  const wrong = 'import { Scraper } from \'cdk8s-oam\';\nconst unused = Scraper.parse(1);\n';
  expect(problemsOf(new Map([['0/tsconfig.json', tsconfig], ['0/main.ts', wrong]]))).toEqual([
    '0/main.ts:2: \'unused\' is declared but its value is never read.',
    '0/main.ts:2: Argument of type \'number\' is not assignable to parameter of type \'string\'.',
  ]);
}, 120_000);
