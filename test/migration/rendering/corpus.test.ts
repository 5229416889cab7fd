import { readdirSync } from 'node:fs';
import { Yaml } from 'cdk8s';
import { CATALOGUE } from '../../../src/base/findings/catalogue/all';
import { describeLocated, ManifestError, readManifests } from '../../../src/files/reading';
import { renderManifests } from '../../../src/migration/render-manifests';
import { validateManifests } from '../../../src/migration/validate';
import { writeYaml } from '../../../src/files/write-yaml';
import { original, testWithCorpus } from '../../examples/corpus';
import { schemaErrorsOf } from '../../support/schemas';
import { KUBERNETES, OAM, unfit } from '../support';

const corpus = () => readdirSync(process.env.OAM_CORPUS!).filter(name => name.endsWith('.yaml')).sort();

const readFile = (file: string) => readManifests(original(file.replace('.yaml', '')), file);

/** Two lists of documents with the same values and the same order of their keys. */
function expectSame(actual: readonly unknown[], expected: readonly unknown[]): void {
  expect(actual).toEqual(expected);
  expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
}

testWithCorpus('every document is rendered for OAM as it is, and read again as it was', () => {
  for (const file of corpus()) {
    const manifests = readFile(file);
    const values = manifests.yaml.map(({ value }) => value);
    expect(manifests.findings).toEqual([]);
    expect(values.length).toBeGreaterThan(0);
    const { files, warnings } = renderManifests(manifests, OAM);
    expect([files.map(each => each.file), warnings]).toEqual([[file], []]);
    expectSame(files[0].objects, values);
    for (const text of [writeYaml(files[0].objects), Yaml.stringify(...files[0].objects)]) {
      expectSame(readManifests(text, file).yaml.map(({ value }) => value), values);
    }
  }
});

/** What an original becomes: kinds and names, or the codes of why it is refused, with their lines. */
interface Outcome {
  readonly rendered?: readonly string[];
  readonly refused?: readonly string[];
  readonly warned?: readonly string[];
}

const WLS = (name: string, component: string) => [`Domain/${name}`, `Cluster/${name}-cluster-1`, `PodMonitor/${component}`, `Ingress/${component}`];
const COHERENCE = (name: string, component: string) => [`Coherence/${name}`, `PodMonitor/${component}`];
const SERVED = (name: string) => [`Deployment/${name}`, `Service/${name}`];
const GREET = [...SERVED('hello-helidon-deployment'), 'PodMonitor/hello-helidon-component', 'Ingress/hello-helidon-ingress'];

const OUTCOMES: Record<string, Outcome> = {
  'bobs-books.yaml': {
    rendered: [
      ...SERVED('robert-helidon'), 'PodMonitor/robert-helidon', 'Ingress/robert-helidon',
      ...COHERENCE('roberts-coherence', 'robert-coh'), ...COHERENCE('bobbys-coherence', 'bobby-coh'),
      ...SERVED('bobbys-helidon-stock-application'), 'PodMonitor/bobby-helidon',
      ...WLS('bobbys-front-end', 'bobby-wls'), ...WLS('bobs-bookstore', 'bobs-orders-wls'),
      'ConfigMap/bobs-bookstore-wdt-config-map', ...SERVED('mysql'), 'ConfigMap/mysql-initdb-config',
    ],
    warned: ['61 metrics-port-not-declared'],
  },
  'deploymetrics.yaml': { rendered: ['Deployment/deploymetrics-workload', 'PodMonitor/deploymetrics-deployment'], warned: [] },
  'hello-helidon-logging.yaml': { rendered: [...GREET, 'ConfigMap/logging-stdout-hello-helidon-deployment-deployment'], warned: [] },
  'hello-helidon-multicluster.yaml': { rendered: GREET, warned: ['34 placement-left-out'] },
  'hello-helidon-service.yaml': { refused: ['32 not-expressible'] },
  // its MetricsTrait means port 8080, and its container listens on 8081: the platform scrapes nothing, without a word
  'hello-helidon.yaml': { refused: ['16 metrics-port-not-declared'] },
  'pvc.yaml': { rendered: ['PersistentVolumeClaim/test-pvc', 'PersistentVolume/test-pv'], warned: [] },
  // an Ingress of extensions/v1beta1
  'service-tracker.yaml': { refused: ['67 unserved-version'] },
  // the Coherence Operator would make monitors of its own for two ports of each
  'sock-shop.yaml': {
    rendered: ['carts', 'catalog', 'orders', 'payment', 'shipping', 'users'].flatMap(name => [`Coherence/${name}-coh`, `Ingress/${name}-ingress`, `PodMonitor/${name}-metrics`]),
    warned: [191, 237, 289, 342, 391, 444].map(line => `${line} scraped-twice`),
  },
  'spring-boot.yaml': { rendered: [...SERVED('springboot-workload'), 'PodMonitor/springboot-component', 'Ingress/springboot-ingress'], warned: [] },
};

function outcome(file: string): Outcome {
  // who applies it says where, as its README does
  const options = { ...KUBERNETES, defaultNamespace: file.replace('.yaml', '') };
  try {
    const { files, warnings } = renderManifests(readFile(file), options);
    const objects: any[] = files.flatMap(each => each.objects);
    expect(schemaErrorsOf(objects)).toEqual([]);
    expect(warnings.flatMap(unfit)).toEqual([]);
    return { rendered: objects.map(({ kind, metadata: { name } }) => `${kind}/${name}`), warned: warnings.map(({ line, code }) => `${line} ${code}`) };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    expect(error.findings.flatMap(unfit)).toEqual([]);
    expect(error.findings.filter(({ code }) => !Object.hasOwn(CATALOGUE, code))).toEqual([]);
    return { refused: error.findings.map(({ line, code }) => `${line} ${code}`) };
  }
}

testWithCorpus('every document is rendered for Kubernetes as objects that their schemas allow, or refused with a reason that is documented', () => {
  expect(Object.fromEntries(corpus().map(file => [file, outcome(file)]))).toEqual(OUTCOMES);
});

testWithCorpus('on an OAM platform nothing is wrong with them but a password, and two things are dropped', () => {
  expect(corpus().flatMap(file => validateManifests(readFile(file), OAM)).map(describeLocated)).toEqual([
    'hello-helidon-service.yaml:17:11: warning: metrics-not-scrapeable: \'spec.components[1].traits[0].trait\' is on component "hello-helidon-svc-component", whose workload has no pods that the platform scrapes; put it on the component whose workload runs the pods, or leave it out',
    'hello-helidon.yaml:63:11: warning: pruned-field: \'spec.workload.spec.serviceTemplate.metadata.name\' is dropped by the API server of Verrazzano 1.4 to 1.7: the Service is called "hello-helidon-deployment", as its Deployment; leave it out, and use that name',
    'service-tracker.yaml:96:15: warning: password-in-manifest: \'spec.workload.spec.containers[0].env[1].value\' looks like a password (POSTGRES_PASSWORD); refer to a Secret that is created elsewhere',
  ]);
});
