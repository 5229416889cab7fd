import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { controllersPage } from '../../build-tools/controllers-page';
import { Assembly, derivedFiles, mergeKeysOf, patchModule, spellingOf, typesOf } from '../../build-tools/derive-kubernetes';
import { withLazyExports, withLazyModules } from '../../build-tools/lazy-exports';
import { IngressController } from '../../src';
import { kubernetesSet } from '../../src/cluster/checks/schema-store';
import { PHRASES } from '../../src/base/findings/sentence';
import { ControllerName, WITHOUT_BASIC_AUTH } from '../../src/targets/ingress/ingress-controller';
import TYPES from '../../src/base/kubernetes-api/cdk8s-plus-27.json';
import { CONTROLLERS } from '../../src/targets/scraper/controllers/all';

const ROOT = join(__dirname, '../..');
const page = controllersPage();

test('docs/ingress-controllers.md is what the adapters say', () => {
  expect(readFileSync(join(ROOT, 'docs/ingress-controllers.md'), 'utf8')).toBe(page);
});

describe.each(Object.keys(CONTROLLERS) as ControllerName[])('%s', (name) => {
  const { title, watchFor, opening = [], leaking = [] } = CONTROLLERS[name]({ className: name });
  const sections = page.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${title}\n`));

  test('has a section with all that is to check before use', () => {
    expect(section).toBeDefined();
    expect(watchFor.filter((sentence) => !section!.includes(`- ${sentence}\n`))).toEqual([]);
  });

  test('names the annotations that are rejected', () => {
    const [, rejected = ''] = section!.match(/^\*\*Rejected annotations\*\*.*: (.*)\.$/m) ?? [];
    expect(rejected).toBe([...opening, ...leaking].map((each) => `\`${each}\``).join(', '));
  });

  test('is reached from the table', () => {
    const [, anchor] = page.match(new RegExp(`\\| \\[${title.replace(/[().]/g, '\\$&')}\\]\\(#([^)]+)\\)`))!;
    // as GitHub makes it of the heading
    expect(anchor).toBe(title.toLowerCase().replace(/[^\w -]/g, '').replace(/ /g, '-'));
  });

  test('leads to a program and its manifests', () => {
    const links = [...section!.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path]) => path);
    expect(links.map((path) => existsSync(join(ROOT, path)))).toEqual([true, true]);
  });
});

test.each(WITHOUT_BASIC_AUTH)('%s is on the page, and rejected', (name) => {
  expect(page).toContain(`- \`${name}\`: ${PHRASES[name]}\n`);
  expect(() => IngressController.byName(name, { className: name })).toThrow('no-basic-auth');
});

test('ingress-nginx is marked as retired where controllers are compared', () => {
  expect(page).toContain('| [ingress-nginx](#ingress-nginx), **retired in March 2026** |');
});

const FOLDER = join(__dirname, '../../src/base/kubernetes-api');

const struct = (...properties: NonNullable<Assembly['types'][string]['properties']>) => ({ kind: 'interface', properties });
const fqn = (type: string) => ({ fqn: `plus.k8s.${type}` });

function property(line: number, name: string, type: object, field = name, optional = true) {
  return { name, type, optional, locationInModule: { line }, docs: { custom: { schema: `io.k8s.X#${field}` } } };
}

/** `Pod` contains all but `Other`, and hardly anything is spelled differently. */
const ASSEMBLY: Assembly = {
  name: 'plus',
  types: {
    'plus.k8s.Pod': struct(
      property(2, 'ports', { collection: { kind: 'array', elementtype: fqn('Port') } }, 'ports', false),
      property(1, 'limits', { collection: { kind: 'map', elementtype: fqn('Quantity') } }),
      property(3, 'selector', fqn('Selector')),
      property(4, 'at', { primitive: 'date' }),
      property(5, 'any', { primitive: 'json' }),
      property(6, 'name', { primitive: 'string' }),
    ),
    'plus.k8s.Port': struct(property(1, 'hostIp', { primitive: 'string' }, 'hostIP', false)),
    'plus.k8s.Selector': struct(property(1, 'key', { primitive: 'string' })),
    'plus.k8s.Quantity': { kind: 'class' },
    'plus.k8s.Other': struct(property(1, 'a', { primitive: 'string' })),
  },
};

test('types are those that the first ones contain, with their fields as they are declared', () => {
  expect(typesOf(ASSEMBLY, ['Pod'])).toEqual({
    Pod: 'limits:{Quantity} ports!:Port[] selector:Selector at:Date any:any name:string',
    Port: 'hostIp=hostIP!:string',
    Selector: 'key:string',
  });
});

test('fails when a type is missing, or does not say what its fields are in Kubernetes', () => {
  expect(() => typesOf(ASSEMBLY, ['Service'])).toThrow('plus has no type k8s.Service');
  const types = { 'plus.k8s.A': struct({ ...property(1, 'b', { primitive: 'string' }), docs: {} }) };
  expect(() => typesOf({ name: 'plus', types }, ['A'])).toThrow('the assembly does not say which field b is');
});

test('the spelling has what is spelled differently, and what contains it', () => {
  expect(spellingOf(typesOf(ASSEMBLY, ['Pod']))).toEqual({ Pod: 'ports:Port', Port: 'hostIp=hostIP' });
  expect(spellingOf({ A: 'b:B', B: 'c:string' })).toEqual({});
  expect(spellingOf({ A: 'a:A[] bId=bID:B', B: 'cId=cID!:string' })).toEqual({ A: 'a:A bId=bID:B', B: 'cId=cID' });
});

test('fails when a map has values that are spelled differently', () => {
  expect(() => spellingOf({ A: 'b:{B}', B: 'cId=cID:string' })).toThrow('b is a map of values whose fields are spelled otherwise: respell those too');
});

test('merge keys are those of the lists that are merged, and of what leads to them', () => {
  const keyed = (ref: string, ...keys: string[]) => ({ 'type': 'array' as const, 'x-kubernetes-list-map-keys': keys, 'items': { $ref: ref } });
  const definitions: Record<string, object> = {
    'a/v1.Set': { properties: { spec: { $ref: 'v1.Pod' }, plain: { $ref: 'v1.Plain' }, metadata: { $ref: 'meta/v1.ObjectMeta' } } },
    'v1.Pod': { properties: { all: keyed('v1.Part', 'name', 'protocol'), whole: { items: { $ref: 'v1.Part' } }, leaf: keyed('v1.Plain', 'a'), ephemeralContainers: keyed('v1.Part', 'name') } },
    'v1.Part': { properties: { name: {}, protocol: { default: 'TCP' }, self: { $ref: 'v1.Part' }, leaf: keyed('v1.Plain', 'a') } },
    'v1.Plain': { properties: { a: { type: 'string' } } },
    'meta/v1.ObjectMeta': { properties: { owners: keyed('v1.Plain', 'a') } },
  };
  expect(mergeKeysOf({ definitions }, ['a/v1.Set'])).toEqual({ Part: 'leaf@a', Pod: 'all:Part@name,protocol=TCP leaf@a', Set: 'spec:Pod' });
});

test('a patch requires the name of a container alone, and says by what its lists are merged', () => {
  const documented = (name: string, type: object, optional = true) => ({ ...property(1, name, type, name, optional), docs: { summary: `The ${name}.` } });
  const types = {
    'plus.k8s.PodSpec': struct(documented('containers', { collection: { kind: 'array', elementtype: fqn('Container') } }, false), documented('serviceAccount', { primitive: 'string' })),
    'plus.k8s.Container': struct(documented('image', { primitive: 'string' }), documented('name', { primitive: 'string' }, false), documented('ports', { collection: { kind: 'array', elementtype: fqn('Port') } })),
  };
  const [, pods, container] = patchModule({ name: 'plus', types }, { PodSpec: 'containers:Container@name', Container: 'ports@number,protocol=TCP' }).split(/(?=^export interface)/m);
  expect(pods).toContain('/** The containers. Merged by name. @default - not changed */\n  readonly containers?: ContainerPatch[];\n}');
  expect(container).toContain('The name. A patch changes the container of this name. */\n  readonly name: string;\n');
  expect(container).toContain('/** The image. @default - not changed */\n  readonly image?: string;\n');
  expect(container).toContain('/** The ports. Merged by number and protocol. @default - not changed */\n  readonly ports?: k8s.Port[];\n');
  expect(container).toContain('  readonly restartPolicy?: string;\n}\n');
});

test.each(Object.entries(derivedFiles()))('%s is what its sources make', (name, text) => {
  expect(readFileSync(join(FOLDER, name), 'utf8')).toBe(text);
});

/** What cdk8s-plus-27 knows and Kubernetes removed since: it was alpha. */
const REMOVED = ['v1.ClaimSource#resourceClaimName', 'v1.ClaimSource#resourceClaimTemplateName', 'v1.PodResourceClaim#source'];

test('Kubernetes has the fields of cdk8s-plus-27 but for what it has removed', () => {
  const { definitions } = kubernetesSet();
  const fieldsOf = (version: string, name: string) => Object.keys(definitions[`${version}.${name}`]?.properties ?? {});
  const { types }: Assembly = JSON.parse(readFileSync(resolve(require.resolve('cdk8s-plus-27/package.json'), '../.jsii'), 'utf8'));
  const used = Object.keys(TYPES).flatMap((type) => types[`cdk8s-plus-27.k8s.${type}`].properties!).map(({ docs }) => docs.custom!.schema!);
  const unknown = used.map((schema) => /(\w+\/)?(\w+)\.(\w+)\.(\w+)#(.*)$/.exec(schema)!).map(([, , group, version, name, field]) => ({
    apiVersion: group === 'core' ? version : `${group}/${version}`, name, field,
  })).filter(({ apiVersion, name, field }) => field !== 'status' && !fieldsOf(apiVersion, name).includes(field));

  expect(used.length).toBeGreaterThan(400);
  expect(unknown.map(({ apiVersion, name, field }) => `${apiVersion}.${name}#${field}`)).toEqual(REMOVED);
});

const INDEX = `Object.defineProperty(exports, "__esModule", { value: true });
exports.Tls = exports.Kind = exports.Trait = void 0;
__exportStar(require("./platform/platform"), exports);
var trait_1 = require("./traits/trait");
Object.defineProperty(exports, "Trait", { enumerable: true, get: function () { return trait_1.Trait; } });
var tls_1 = require("./scraper/tls");
Object.defineProperty(exports, "Kind", { enumerable: true, get: function () { return tls_1.Kind; } });
Object.defineProperty(exports, "Tls", { enumerable: true, get: function () { return tls_1.Tls; } });
`;

test('what the index names is loaded when it is read, what it exports whole at once', () => {
  const lazy = withLazyExports(INDEX);
  expect(lazy).toBe(`Object.defineProperty(exports, "__esModule", { value: true });
const lazy = (name, load) => {
    const get = () => {
        try {
            return load();
        } catch (error) {
            throw require("./base/peers").withPeer(error); // node-do-not-add-exception-line
        }
    };
    Object.defineProperty(exports, name, { enumerable: true, get });
};
exports.Tls = exports.Kind = exports.Trait = void 0;
__exportStar(require("./platform/platform"), exports);
lazy("Trait", () => require("./traits/trait").Trait);
lazy("Kind", () => require("./scraper/tls").Kind);
lazy("Tls", () => require("./scraper/tls").Tls);
`);
  expect(withLazyExports(lazy)).toBe(lazy);
});

const MODULE = `const cdk8s_1 = require("cdk8s");
const checks_1 = require("./checks");
const trait_1 = require("../traits/trait");
class Tls extends trait_1.Trait {
    made() { return new checks_1.Checks((0, checks_1.all)(cdk8s_1.Lazy)); }
}
`;

test('a module loads the other modules of the library when it first uses them', () => {
  const lazy = withLazyModules(MODULE);
  expect(lazy).toBe(`const cdk8s_1 = require("cdk8s");
let checks_1_;
const checks_1 = () => checks_1_ ??= require("./checks");
let trait_1_;
const trait_1 = () => trait_1_ ??= require("../traits/trait");
class Tls extends (trait_1()).Trait {
    made() { return new (checks_1()).Checks((0, (checks_1()).all)(cdk8s_1.Lazy)); }
}
`);
  expect(withLazyModules(lazy)).toBe(lazy);
});

test('the compiled library loads the access to the scraper when a program names it, and what is behind it when it is used', () => {
  const program = `
    const library = require(${JSON.stringify(join(resolve(__dirname, '../..'), 'lib/src/index.js'))});
    const loaded = () => Object.keys(require.cache).filter((file) => /[/\\\\]scraper[/\\\\]|bcryptjs|unixcrypt|apache-md5/.test(file)).length;
    const found = [loaded(), typeof library.ScraperCredentials, loaded(), Object.keys(library).includes('TlsCertificate')];
    library.ScraperCredentials.existingSecret({ name: 'a' });
    console.log(JSON.stringify([...found, loaded() > 1]));`;
  expect(JSON.parse(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }))).toEqual([0, 'function', 1, true, true]);
});
