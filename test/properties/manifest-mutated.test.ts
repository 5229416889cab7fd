import { readdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { BASES, mutated, oddOnce } from './manifest-mutations';
import { ARE_MANY, PATIENCE, runs } from './runs';
import { same } from './values';
import { KubernetesPlatform, MonitoringProvider, MonitorKind, IngressProvider, TlsCertificate } from '../../src';
import { showPath } from '../../src/base/findings/finding';
import { DeclarationOptions } from '../../src/migration/model/context';
import { describeLocated, LocatedFinding, ManifestError, ReadManifests, readManifests } from '../../src/files/reading';
import { renderManifests } from '../../src/migration/render-manifests';
import { validateManifests } from '../../src/migration/validate';
import { writeYaml } from '../../src/files/write-yaml';
import { original, testWithCorpus } from '../examples/corpus';
import { kubernetes, OAM, unfit } from '../migration/support';
import { schemaErrorsOf } from '../support/schemas';

/** A cluster whose ingress controller can do all that there is. */
const KUBERNETES: DeclarationOptions = { platform: kubernetes({}, { controller: 'nginx' }) };

/** Another one, which takes little. */
const STRICT: DeclarationOptions = {
  platform: new KubernetesPlatform({
    metrics: MonitoringProvider.prometheusOperator({
      namespace: 'monitoring',
      name: 'k8s',
      monitorKind: MonitorKind.SERVICE_MONITOR,
      monitorSelector: { matchExpressions: [{ key: 'team', operator: 'Exists' }] },
      mesh: { namespaces: ['shop'], scrapeClass: 'istio' },
    }),
    ingress: IngressProvider.f5Nginx({ tls: TlsCertificate.insecureNone() }),
  }),
  defaultNamespace: 'shop',
};

const PLATFORMS = { OAM, KUBERNETES, STRICT };

type Counts = Record<string, number>;

/** What is said of manifests for a platform: all of it by the check, and all of it or nothing but the errors by rendering. */
function told(manifests: ReadManifests, platform: keyof typeof PLATFORMS): readonly LocatedFinding[] {
  const options = PLATFORMS[platform];
  if (platform === 'OAM') return validateManifests(manifests, options);
  try {
    return renderManifests(manifests, options).warnings;
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    same(error.findings.length > 0 && error.findings.every(({ isWarning }) => !isWarning), true, `${error.message} has reasons`);
    return error.findings;
  }
}

function isFit(documents: readonly any[], counts: Counts): void {
  const text = writeYaml(documents);
  const manifests = readManifests(text, 'f.yaml');
  same(manifests.unread.map(describeLocated), [], text);
  for (const platform of Object.keys(PLATFORMS) as (keyof typeof PLATFORMS)[]) {
    const found = told(manifests, platform);
    same(found.flatMap(unfit), [], platform);
    const places = found.filter(({ code }) => code === 'unknown-field').map(({ line, path }) => `${line} ${showPath(path)}`);
    same(places, [...new Set(places)], `told once: ${found.map(describeLocated).join('\n')}`);
    const outcome = `${platform} ${found.every(({ isWarning }) => isWarning) ? 'is fine' : 'has errors'}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  same(manifests.yaml.map(({ value }) => value), documents, 'what was read');
}

test('an application in which anything is odd is rendered or refused, with findings that are fit to be told', () => {
  const counts: Counts = {};
  fc.assert(fc.property(mutated(BASES), documents => isFit(documents, counts)), { numRuns: runs(80) });
  if (ARE_MANY) expect(Object.keys(counts)).toEqual(expect.arrayContaining(['KUBERNETES has errors', 'KUBERNETES is fine', 'OAM has errors', 'OAM is fine', 'STRICT has errors']));
}, PATIENCE);

test('so is one in which any single thing is odd', () => {
  const step = ARE_MANY ? 1 : 29;
  [...oddOnce(BASES)].filter((_, i) => i % step === 0).forEach(documents => isFit(documents, {}));
}, PATIENCE);

testWithCorpus('so are the originals', () => {
  const files = readdirSync(process.env.OAM_CORPUS!).filter(name => name.endsWith('.yaml')).map(name => name.replace('.yaml', ''));
  const bases = files.map(file => readManifests(original(file), file).yaml.map(({ value }) => value as any));
  const counts: Counts = {};
  fc.assert(fc.property(mutated(bases), documents => isFit(documents, counts)), { numRuns: runs(60) });
  if (ARE_MANY) expect(Object.keys(counts)).toEqual(expect.arrayContaining(['KUBERNETES has errors', 'OAM has errors', 'OAM is fine']));
}, PATIENCE);

test('the applications themselves have no errors, and become objects that a cluster takes', () => {
  for (const documents of BASES) {
    const manifests = readManifests(writeYaml(documents), 'f.yaml');
    const found = Object.values(PLATFORMS).slice(0, 2).flatMap(options => validateManifests(manifests, options));
    expect(found.filter(({ isWarning }) => !isWarning).map(describeLocated)).toEqual([]);
    expect(schemaErrorsOf(renderManifests(manifests, KUBERNETES).files.flatMap(({ objects }) => objects))).toEqual([]);
  }
});
