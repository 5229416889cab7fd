import {
  IngressProvider, KubernetesPlatform, MonitoringProvider,
  OamPlatform, Platform, PrometheusOperatorProps, TlsCertificate,
} from '../../src';
import { IngressOptions } from '../support/ingress';
import { CATALOGUE } from '../../src/base/findings/catalogue/all';
import { showPath } from '../../src/base/findings/finding';
import { problemOf, remedyOf } from '../../src/base/findings/words';
import { DeclarationOptions } from '../../src/migration/model/context';
import { describeLocated, LocatedFinding, ManifestError, readManifests, mergedManifests } from '../../src/files/reading';
import { ReadManifests } from '../../src/files/reading/read-manifests';
import { RenderedManifests, renderManifests } from '../../src/migration/render-manifests';
import { validateManifests } from '../../src/migration/validate';

/** A text of the file `f.yaml`, or texts by file. */
export type Texts = string | Readonly<Record<string, string>>;

/** The public OAM platform. */
export const OAM: DeclarationOptions = { platform: OamPlatform.verrazzano() };

/** A cluster without one, with an ingress controller and a Prometheus that takes all monitors. */
export function kubernetes(metrics: Partial<PrometheusOperatorProps> = {}, requests: IngressOptions | null = {}): Platform {
  const { controller = 'other', ...more } = requests ?? {};
  return new KubernetesPlatform({
    metrics: MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {}, ...metrics }),
    ...requests ? { ingress: IngressProvider[controller]({ className: 'nginx', domain: 'example.com', tls: TlsCertificate.clusterIssuer('le'), ...more }) } : {},
  });
}

export const KUBERNETES: DeclarationOptions = { platform: kubernetes() };

/** What texts hold. */
export function read(texts: Texts): ReadManifests {
  return mergedManifests(Object.entries(typeof texts === 'string' ? { 'f.yaml': texts } : texts).map(([file, text]) => readManifests(text, file)));
}

/** What is said of texts that can be read. */
export function told(texts: Texts, options: DeclarationOptions = OAM): string[] {
  const manifests = read(texts);
  expect(manifests.findings.map(describeLocated)).toEqual([]);
  const found = validateManifests(manifests, options);
  expect(found.filter(each => !pointsAtField(each, manifests)).map(describeLocated)).toEqual([]);
  return described(found);
}

/** Whether a place is where a field's key stands, that of one around it, or an element or a document, of which no key tells. */
function pointsAtField({ file, line, column, path }: LocatedFinding, { sources }: ReadManifests): boolean {
  const rest = sources.get(file)!.line(line!).slice(column! - 1);
  const keys = path.filter(step => typeof step === 'string');
  const isKey = keys.some(key => new RegExp(`^['"]?${key.replace(/[^\w/-]/g, '\\$&')}['"]?:`).test(rest));
  return isKey || path.some(step => typeof step === 'number') || /^[{a-z]/.test(rest) && (column === 1 || path.length === 0);
}

/** Findings as they are told, once it is known that they are fit to be. */
export function described(findings: readonly LocatedFinding[]): string[] {
  expect(findings.flatMap(unfit)).toEqual([]);
  const unknownFields = findings.filter(({ code }) => code === 'unknown-field').map(({ file, path, line }) => `${file}:${line} ${showPath(path)}`);
  expect(unknownFields).toEqual([...new Set(unknownFields)]);
  return findings.map(describeLocated);
}

/** What programs are made of, and manifests are not. */
const PROGRAMS = new RegExp([
  ...['addComponent', 'fromComponentName', 'constructs?', 'charts?', 'props?', 'overrides', 'renderers?', 'enum', 'TypeScript'].map(word => `\\b${word}\\b`),
  ...['(this|in this) (program|app)\\b', '\\bnew [A-Z]', '\\w\\(\\)', '\\b[A-Z]\\w+\\.[A-Z]+(_[A-Z0-9]+)*\\b', '\\b[A-Z]\\w+\\.[a-z]\\w+\\('],
  '\\b(Ingress(Target|Certificate)|(Oam|Kubernetes)Platform|MonitoringProvider|Custom(Trait|Workload|Object))\\b',
].join('|'));

/** Why somebody who has written manifests could not make use of a finding. */
export function unfit(found: LocatedFinding): string[] {
  const text = `${problemOf(found)}; ${remedyOf(found, 'manifests') ?? ''}`;
  // what the user has written is shown in double quotes
  const ours = text.replace(/"(\\.|[^"\\])*"/g, '""');
  return [
    ...Object.hasOwn(CATALOGUE, found.code) ? [] : ['has an unknown code'],
    // whatever was read can be written
    ...found.code === 'not-plain' ? ['is about programs'] : [],
    ...found.line! >= 1 && found.column! >= 1 ? [] : ['has no place'],
    ...PROGRAMS.test(ours) ? ['speaks of programs'] : [],
    ...ours.includes('manifest-') || ours.includes('(Kubernetes)') ? ['has the path of a construct'] : [],
    ...text.includes('undefined') || text.includes('[object') ? ['has a slip'] : [],
  ].map(what => `${what}: ${describeLocated(found)}`);
}

/** What is rendered of texts. */
export function render(texts: Texts, options: DeclarationOptions = KUBERNETES): RenderedManifests {
  const rendered = renderManifests(read(texts), options);
  described(rendered.warnings);
  return rendered;
}

/** The objects that are rendered of texts, of all files. */
export function objects(texts: Texts, options: DeclarationOptions = KUBERNETES): any[] {
  return render(texts, options).files.flatMap(file => file.objects);
}

/** Why texts are not rendered, by the lines of what is thrown. */
export function refused(texts: Texts, options: DeclarationOptions = KUBERNETES): string[] {
  try {
    renderManifests(read(texts), options);
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    const lines = described(error.findings);
    expect(error.message).toBe(lines.length === 1 ? lines[0] : [`${lines.length} findings:`, ...lines].join('\n  '));
    return lines;
  }
  throw new Error('it was rendered');
}

/** Why parts of texts are not rendered while the rest is. */
export function toDo(texts: Texts, options: DeclarationOptions = KUBERNETES): string[] {
  return renderManifests(read(texts), { ...options, keepGoing: true }).toDo.flatMap(({ reasons }) => reasons.map(describeLocated));
}

/** Something that a cluster without an OAM platform cannot have, and all that is told of it. */
export interface Refused {
  readonly what: string;
  readonly texts: string;
  readonly platform?: Platform;
  readonly told: readonly string[];
}

/** An application in a namespace; each entry is what stands behind its dash, at the sixth column. */
export function application(name: string, ...entries: readonly string[]): string {
  const components = entries.length > 0 ? ['  components:', ...entries.map(entry => `    - ${entry.trimEnd()}`)] : ['  components: []'];
  return ['apiVersion: core.oam.dev/v1alpha2', 'kind: ApplicationConfiguration', `metadata: {name: ${name}, namespace: ns}`, 'spec:', ...components, ''].join('\n');
}

/** A component in the same namespace; its workload as a flow of YAML, in the seventh line. */
export function component(name: string, workload: string, ...more: readonly string[]): string {
  return ['apiVersion: core.oam.dev/v1alpha2', 'kind: Component', `metadata: {name: ${name}, namespace: ns}`, 'spec:', `  workload: ${workload}`, ...more.map(line => `  ${line}`), ''].join('\n');
}

/** Several documents of one file. */
export function documents(...texts: readonly string[]): string {
  return texts.join('---\n');
}

/** A trait of the vendor, as a flow of YAML. */
export function trait(kind: string, spec: string, rest = ''): string {
  return `{apiVersion: oam.verrazzano.io/v1alpha1, kind: ${kind}${rest}, spec: ${spec}}`;
}

/** A Deployment that listens on port 8080, as a flow of YAML. */
export function deployment(name: string): string {
  const pods = '{metadata: {labels: {app: a}}, spec: {containers: [{name: main, image: i, ports: [{containerPort: 8080}]}]}}';
  return `{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}}, spec: {selector: {matchLabels: {app: a}}, template: ${pods}}}`;
}

/** A ConfigMap as a workload. */
export const CONFIG_MAP = '{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}';

/** The ports of a container of OAM. */
export const PORTS = 'ports: [{name: http, containerPort: 8080}]';

/** A workload of the vendor. */
export function ofVendor(kind: string, spec: string): string {
  return `{apiVersion: oam.verrazzano.io/v1alpha1, kind: ${kind}, spec: ${spec}}`;
}

/** A ContainerizedWorkload, by fields of its first container, and more containers. */
export function containerized(fields: string, more = ''): string {
  return `{apiVersion: core.oam.dev/v1alpha2, kind: ContainerizedWorkload, spec: {containers: [{name: a, image: i, ${fields}}${more}]}}`;
}

/** A CoherenceWorkload, by the spec of its resource. */
export function coherence(spec: string): string {
  return ofVendor('VerrazzanoCoherenceWorkload', `{template: {metadata: {name: c}, spec: ${spec}}}`);
}

/** A WebLogicWorkload, by the spec of its domain. */
export function weblogic(spec: string, more = ''): string {
  return ofVendor('VerrazzanoWebLogicWorkload', `{template: {metadata: {name: d}, spec: ${spec}}${more}}`);
}

/** An entry of a trait of the vendor. */
export function traitOf(kind: string, spec: string, rest = ''): string {
  return `{trait: ${trait(kind, spec, rest)}}`;
}

/** An entry of an IngressTrait. */
export function ingress(spec: string): string {
  return traitOf('IngressTrait', spec);
}

/** A component, and an application that binds it: traits begin in the seventh line. */
export function bound(workload: string, traits: readonly string[] = [], entry = ''): string {
  return documents(application('app', `{componentName: a${entry}, traits: [\n${traits.map(each => `      ${each}`).join(',\n')}]}`), component('a', workload));
}
