import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Works in an empty folder for each test; gives what writes files into it, by path. */
export function inEmptyFolder(): (texts: Readonly<Record<string, string>>) => void {
  const before = process.cwd();
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-render-'));
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
  return texts => {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  };
}

/** The files of a folder and below it, by path. */
export function filesOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(paths.filter(path => statSync(join(folder, path)).isFile()).map(path => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** Lines, each with its end. */
export const lines = (...all: string[]) => all.map(line => `${line}\n`).join('');

/** A cluster without an OAM platform. */
export const KUBERNETES = ['--platform', 'kubernetes', '--prometheus', 'monitoring/k8s', '--monitor-selector', 'all', '--monitor-namespaces', 'all'];
export const OAM = ['--platform', 'oam'];

/** The same as plain data. */
export const SPEC = {
  platform: 'kubernetes',
  kubernetes: { prometheus: { namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {} } },
};

export const APPLICATION = `apiVersion: core.oam.dev/v1alpha2
kind: ApplicationConfiguration
metadata:
  name: shop
  namespace: shop
spec:
  components:
    - componentName: cart
      traits:
        - trait:
            apiVersion: oam.verrazzano.io/v1alpha1
            kind: MetricsTrait
            spec:
              enabled: false
`;

export const COMPONENT = `apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata:
  name: cart
  namespace: shop
spec:
  workload:
    apiVersion: core.oam.dev/v1alpha2
    kind: ContainerizedWorkload
    metadata:
      name: cart
    spec:
      containers:
        - name: cart
          image: example/cart:1.0
`;

/** What both become. */
export const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    app.kubernetes.io/instance: shop
    app.kubernetes.io/managed-by: cdk8s-oam
    app.kubernetes.io/name: cart
    app.kubernetes.io/part-of: shop
    app.oam.dev/component: cart
    app.oam.dev/name: shop
    app.oam.dev/resourceType: WORKLOAD
  name: cart
  namespace: shop
spec:
  selector:
    matchLabels:
      app.oam.dev/component: cart
      app.oam.dev/name: shop
  template:
    metadata:
      labels:
        app.kubernetes.io/instance: shop
        app.kubernetes.io/managed-by: cdk8s-oam
        app.kubernetes.io/name: cart
        app.oam.dev/component: cart
        app.oam.dev/name: shop
        app.oam.dev/resourceType: WORKLOAD
    spec:
      containers:
        - image: example/cart:1.0
          name: cart
`;

/** An object that is none of OAM's, which passes. */
export function configMap(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: shop\n`;
}

/** An application for several clusters, of which a warning tells. */
export const MULTI_CLUSTER = `apiVersion: clusters.verrazzano.io/v1alpha1
kind: MultiClusterApplicationConfiguration
metadata:
  name: shop
  namespace: shop
spec:
  placement:
    clusters:
      - name: east
  template:
    spec:
      components: []
`;
