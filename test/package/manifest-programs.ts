/** A program that takes a manifest into a chart, and one for several clusters. */
export const MANIFEST_PROGRAM = `
import { App, Chart, Testing } from 'cdk8s';
import { OamPlatform, Platform } from 'cdk8s-oam';
import { describeLocated, includeManifests, LocatedFinding, ManifestError, readManifests, validateManifests } from 'cdk8s-oam/manifest';

const app: App = Testing.app();
const platform = OamPlatform.verrazzano();
Platform.install(app, platform);
const chart = new Chart(app, 'chart');
const manifests = readManifests('{apiVersion: core.oam.dev/v1alpha2, kind: Component, metadata: {name: a}, spec: {workload: {apiVersion: v1, kind: ConfigMap, data: null}}}', 'a.yaml');
includeManifests(chart, manifests);
console.log(JSON.stringify(Testing.synth(chart)));
const findings: LocatedFinding[] = validateManifests(readManifests('{apiVersion: core.oam.dev/v1alpha2, kind: Component, metadata: {name: A}}', 'b.yaml'), { platform });
console.log(findings.map(describeLocated).join('\\n'));
try {
  includeManifests(chart, readManifests('a: [', 'c.yaml'));
} catch (error) {
  console.log(error instanceof ManifestError && error.findings.map(({ code, line }) => [code, line].join()));
}
`;

export const MANIFEST_OUTPUT = `[{"apiVersion":"core.oam.dev/v1alpha2","kind":"Component","metadata":{"name":"a"},"spec":{"workload":{"apiVersion":"v1","data":null,"kind":"ConfigMap"}}}]
b.yaml:1:1: missing-field: 'spec.workload' is required
b.yaml:1:65: invalid-name: 'metadata.name' must be a DNS-1123 subdomain of at most 63 characters, since it becomes a label's value, got "A"; give it a valid name
[ 'yaml-syntax,1' ]
`;
