import { existsSync, readFileSync } from 'fs';
import { join } from 'path';
import { ownersOf } from './proof/oam-runtime/made';
import { collected } from './proof/oam-runtime/move';
import { describeCluster } from './support/describe-cluster';
import { Kubelet, startKubelet } from './support/kubelet';
import { Application, APPLICATIONS, MISTAKES, renderApplications, sitesOf } from './support/leaving-applications';
import {
  CERTIFICATE, JOBS, LEFT, PageNames, Place, run, SERIES, STEPS, TO_THE_PLATFORM, UNDO, WITH_AN_INTERRUPTION, WITHOUT_FINALIZER,
} from './support/leaving-page';
import { ALL_PODS, makeNodePorts, makeOfHelidon, makeOfTraits, podsOfPlatform, startPlatform, WEBHOOK } from './support/leaving-platform';
import { interruption, longestGap, Watch, watch } from './support/leaving-watch';
import { Monitoring, MONITORING_NEEDS, RIGHTS, startMonitoring } from './support/monitored';
import { certificate } from '../e2e/support/credentials';
import { atEnd } from '../e2e/support/servers';
import { eventually } from '../e2e/support/waiting';

const NEEDS = {
  ...MONITORING_NEEDS, programs: [...MONITORING_NEEDS.programs, 'oam-runtime'], crds: [...MONITORING_NEEDS.crds, 'oam-runtime'],
} as const;

const PATIENCE = { timeout: 60_000, interval: 200 };
const OAM = 'core.oam.dev/v1alpha2';
const VERRAZZANO = 'oam.verrazzano.io/v1alpha1';

/** The monitors of Prometheus: PodMonitors of the applications, and ServiceMonitors of the platform. */
const SELECTORS = {
  podMonitorSelector: { matchLabels: { release: 'prometheus' } },
  podMonitorNamespaceSelector: {},
  serviceMonitorSelector: { matchLabels: { release: 'prometheus-operator' } },
  serviceMonitorNamespaceSelector: {},
};

const keyOf = ({ kind, metadata }: any) => `${kind} ${metadata.name}`;

describeCluster(NEEDS, 'docs/leaving-the-platform.md', (cluster) => {
  let monitoring: Monitoring;
  let folder: string;
  const kubelets: Kubelet[] = [];
  const watches = new Map<string, Watch>();

  const on = async (names: PageNames, script: string) =>
    run(script, { names, url: monitoring.url, kubeconfig: cluster().kubeconfig, folder } satisfies Place);
  const list = async (namespace: string, ...kinds: readonly string[]) => (await Promise.all(kinds.map(async (kind) =>
    cluster().client.list(['Deployment', 'ReplicaSet'].includes(kind) ? 'apps/v1' : 'v1', kind, namespace)))).flat();
  const uidsOf = async (namespace: string, ...kinds: readonly string[]) =>
    new Map((await list(namespace, ...kinds)).filter(({ metadata }) => !metadata.deletionTimestamp)
      .map((object): [string, string] => [keyOf(object), object.metadata.uid]));
  const until = async (isSo: () => Promise<boolean>, problem: () => string) => eventually(async () => await isSo() || undefined, problem, PATIENCE);
  const rollOut = async (names: PageNames) =>
    on(names, names.deployments.map((each) => `kubectl -n $NS rollout status deployment ${each}`).join('\n'));
  const applyToPlatform = async (names: PageNames) => on(names, `kubectl apply -f dist/oam/${names.name}.k8s.yaml`);
  const isMade = async ({ name, deployments }: PageNames) => {
    const made = (await list(name, 'Deployment', 'Service')).map(keyOf);
    return deployments.every((each) => made.includes(`Deployment ${each}`) && made.includes(`Service ${each}`));
  };

  beforeAll(async () => {
    const { client } = cluster();
    folder = renderApplications();
    const rights = Object.fromEntries(APPLICATIONS.map(({ name }) => [name, RIGHTS.ServiceMonitor]));
    [monitoring] = await Promise.all([startMonitoring(cluster(), { rights, spec: SELECTORS }), startPlatform(cluster())]);
    await client.namespace(MISTAKES.name);
    for (const { name, startup } of [...APPLICATIONS, { ...MISTAKES, startup: 0 }]) {
      kubelets.push(await startKubelet(client, { namespaces: [name], sites: sitesOf, startup }));
    }
    atEnd(async () => { await Promise.all(kubelets.map(async ({ stop }) => stop())); });
    await collected(client, MISTAKES.name);
    await Promise.all(APPLICATIONS.map(onPlatform));
    for (const { name, services } of APPLICATIONS) watches.set(name, watch(client, name, Object.keys(services)));
    atEnd(async () => { await Promise.all([...watches.values()].map(async ({ stop }) => stop())); });
  }, 240_000);

  afterEach(() => kubelets.forEach(({ check }) => check()));

  /** Brings an application to the platform, with the pods that somebody has asked for. */
  const onPlatform = async (application: Application) => {
    const { name, deployments, services, isHelidon } = application;
    const { client } = cluster();
    await applyToPlatform(application);
    if (isHelidon) {
      const workloads = async () => client.list(VERRAZZANO, 'VerrazzanoHelidonWorkload', name);
      await until(async () => (await workloads()).length > 0, () => 'the runtime has made no workload');
      await makeOfHelidon(client, name);
      await makeOfTraits(client, name);
    }
    await until(async () => isMade(application), () => `the platform has not made ${name}`);
    for (const each of deployments) await on(application, `kubectl -n $NS scale deployment ${each} --replicas=${services[each][0]}`);
    await rollOut(application);
  };

  describe('while the platform runs', () => {
    const at = (apiVersion: string, kind: string) => ({ apiVersion, kind, metadata: { name: 'greet', namespace: MISTAKES.name } });

    test('a Deployment that is changed is soon as before', async () => {
      await applyToPlatform(MISTAKES);
      await until(async () => isMade(MISTAKES), () => 'the platform has made nothing');
      const now = async () => {
        const { metadata: { generation }, spec } = await cluster().client.get(at('apps/v1', 'Deployment'));
        return { generation, spec: JSON.stringify(spec) };
      };
      // the platform may still be writing it
      const later = async (generation: number) => new Promise<number>((resolve) => setTimeout(resolve, 2000, generation));
      let before = await now();
      for (let last = 0; last !== before.generation; before = await now()) last = await later(before.generation);
      await on(MISTAKES, 'kubectl -n $NS set image deployment/hello-helidon-deployment main=example/changed:1');
      await until(async () => {
        const { generation, spec } = await now();
        return generation >= before.generation + 2 && spec === before.spec;
      }, () => 'the Deployment stays as it was changed');
    });

    test('a Deployment that is applied is refused, since it has the selector of the platform', async () => {
      const apply = 'kubectl apply --server-side -f $FILE';
      await expect(on(MISTAKES, apply)).rejects.toThrow(/Apply failed with \d conflicts?: conflicts? with "[-0-9a-f]{36}".*\.spec\.selector/s);
      await expect(on(MISTAKES, `${apply} --force-conflicts`)).rejects.toThrow(/spec\.selector: Invalid value: .* field is immutable/);
    });

    test('a workload that is deleted comes again, with another UID, as long as there is its ApplicationConfiguration', async () => {
      const workload = at(OAM, 'ContainerizedWorkload');
      const { uid } = (await cluster().client.get(workload)).metadata;
      await on(MISTAKES, 'kubectl -n $NS delete containerizedworkload greet --cascade=orphan');
      await on(MISTAKES, 'kubectl -n $NS annotate applicationconfiguration $APP example.com/try=again');
      await until(async () => ![undefined, uid].includes((await cluster().client.get(workload))?.metadata.uid), () => 'there is no workload');
    });
  });

  test('the certificate of a gateway comes to the namespace of the application, and its key is left in no file', async () => {
    const { client } = cluster();
    const { certFile, keyFile } = await certificate(['shop.example.com']);
    const [crt, key] = [certFile, keyFile].map((file) => readFileSync(file).toString('base64'));
    const [metadata, data] = [{ name: 'shop-certificate', namespace: 'istio-system' }, { 'tls.crt': crt, 'tls.key': key }];
    await client.namespace(metadata.namespace);
    await client.apply({ apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/tls', metadata, data });
    await on(APPLICATIONS[0], CERTIFICATE);
    const copy = await client.get({ apiVersion: 'v1', kind: 'Secret', metadata: { ...metadata, namespace: 'shop' } });
    expect([copy.type, copy.data, existsSync(join(folder, 'tls.key'))]).toEqual(['kubernetes.io/tls', data, false]);
  });

  describe.each(APPLICATIONS.map((application) => [application.name, application] as const))('%s', (name, application) => {
    const { services, ports, deployments, recreated, jobs, gap, left, isHelidon } = application;
    const ALL = ['Deployment', 'ReplicaSet', 'Service', 'ConfigMap', 'Pod'];
    let before: Map<string, string>;
    let begin: number;

    const step = async (number: number) => {
      for (const { commands, prints } of STEPS.get(number)!) {
        const printed = await on(application, commands);
        // the page is written for this application
        if (prints !== undefined && isHelidon) expect(printed).toBe(prints);
      }
    };
    const looks = (service: string, since = begin) => watches.get(name)!.looks(service, since);
    const serves = async (counts: Readonly<Record<string, number>>, since: number) => {
      for (const [service, pods] of Object.entries(counts)) {
        const last = () => looks(service, since).at(-1);
        const problem = () => `${service} has ${last()?.ready} pods, not ${pods} (${last()?.failure})`;
        await until(async () => last()?.ready === pods && !last()!.failure, problem);
      }
    };
    const own = Object.fromEntries(Object.entries(services).map(([service, [, pods]]) => [service, pods]));
    const jobsNow = async () => [...new Set((await on(application, JOBS)).match(/job="[^"]+"/g))].map((job) => job.slice(5, -1)).sort();
    // series of the platform have a label `service`, and their job is its name
    const servicesInSeries = async () => [...(await on(application, SERIES)).matchAll(/service="([^"]+)"/g)].map(([, service]) => service);
    const others = APPLICATIONS.filter((each) => each !== application);

    test('1. monitors and Ingresses: what runs is scraped by them', async () => {
      before = await uidsOf(name, ...ALL);
      begin = Date.now();
      await step(1);
      expect(await jobsNow()).toEqual([...jobs.platform, ...jobs.kubernetes]);
      expect(await servicesInSeries()).toEqual(jobs.platform);
      expect(await uidsOf(name, ...ALL)).toEqual(before);
    });

    test('2. the ApplicationConfiguration: nothing restarts', async () => {
      await step(2);
      expect(await uidsOf(name, ...ALL)).toEqual(before);
    });

    test('3. the platform\'s controllers stop, all but the webhooks', async () => {
      await step(3);
      expect(await podsOfPlatform(cluster().client)).toEqual([WEBHOOK]);
      if (!isHelidon) await makeNodePorts(cluster().client, name, deployments);
    });

    test('4. and 5. the workloads go, and nothing has an owner any more', async () => {
      await step(4);
      await step(5);
      const owned = (await list(name, 'Deployment', 'Service', 'ConfigMap')).filter((object) => ownersOf(object).length > 0);
      const isConfig = (object: any) => left['ConfigMaps of config files']?.test(keyOf(object)) && ownersOf(object).join() === 'Deployment front';
      expect([owned.map(keyOf), owned.length]).toEqual([owned.filter(isConfig).map(keyOf), isHelidon ? 0 : 1]);
    });

    test('6. and 7. Services lead to the same pods, and Deployments leave theirs', async () => {
      await step(6);
      const leads = ({ metadata, spec }: any) => [metadata.name, spec.type, ...spec.ports.map((port: any) => port.name)];
      expect((await list(name, 'Service')).map(leads)).toEqual(ports.map((each) => [each[0], 'ClusterIP', ...each.slice(1)]));
      await step(7);
      const gone = deployments.map((each) => `Deployment ${each}`);
      expect(await uidsOf(name, ...ALL)).toEqual(new Map([...before].filter(([key]) => !gone.includes(key))));
    });

    test('8. everything: all is rolled out and scraped, and Services and ReplicaSets are the same', async () => {
      const start = Date.now();
      await step(8);
      await rollOut(application);
      const end = Date.now();
      await serves(own, start);
      for (const [service, [many, few]] of Object.entries(services)) {
        // at once, and not with the new pods
        if (many > few) expect(looks(service, start).find(({ ready }) => ready === few)!.at).toBeLessThan(end);
      }
      expect((await on(application, 'kubectl -n $NS get replicasets -o custom-columns=:.metadata.ownerReferences[*].kind')).match(/\w+/g))
        .toEqual((await list(name, 'ReplicaSet')).map(() => 'Deployment'));
      const now = await uidsOf(name, 'Service', 'ReplicaSet');
      for (const [key, uid] of before) if (/^(Service|ReplicaSet) /.test(key)) expect([key, now.get(key)]).toEqual([key, uid]);
    });

    test('in all that, each Service has had its pods at each look, and each request its answer', async () => {
      for (const [service, pods] of Object.entries(own)) {
        const seen = looks(service);
        const fewest = Math.min(...seen.map(({ ready }) => ready));
        if (recreated.includes(service)) expect([fewest, interruption(seen) < application.startup + 5000]).toEqual([0, true]);
        else expect([service, fewest, seen.filter(({ failure }) => failure)]).toEqual([service, pods, []]);
        expect(seen.length).toBeGreaterThan(20);
      }
    });

    test('and its jobs have had no longer gap than new pods need to be discovered; those of the platform have ended', async () => {
      for (const job of jobs.kubernetes) {
        expect(await longestGap(monitoring, job)).toBeLessThan(gap);
      }
      await until(async () => (await jobsNow()).join() === jobs.kubernetes.join(), () => 'the platform still scrapes it');
      expect(await servicesInSeries()).toEqual([]);
    });

    test('`rollout undo` goes back to the pods of the platform, and forward again', async () => {
      const areOfPlatform = async () => (await list(name, 'Deployment')).filter(({ metadata }) => deployments.includes(metadata.name))
        .map(({ spec }) => Object.keys(spec.template.metadata.labels).some((key) => /^(containerized|verrazzanohelidon)workload/.test(key)));
      const each = (is: boolean) => deployments.map(() => is);
      expect(await areOfPlatform()).toEqual(each(false));
      for (const is of [true, false]) {
        await on(application, UNDO);
        await rollOut(application);
        expect(await areOfPlatform()).toEqual(each(is));
      }
      for (const service of deployments) expect(looks(service).filter(({ failure }) => failure)).toEqual([]);
    });

    test('9. the platform starts again and leaves all alone, and the traits go', async () => {
      const specs = async () => (await list(name, 'Deployment', 'Service')).map((object) => [keyOf(object), ownersOf(object), object.spec]);
      const now = [await specs(), await uidsOf(name, ...ALL)];
      const { client } = cluster();
      const ofKinds = async (...kinds: readonly string[]) => Promise.all(kinds.map(async (kind) => client.list(VERRAZZANO, kind, name)));
      const traits = async () => (await ofKinds('MetricsTrait', 'IngressTrait')).flat();
      expect((await traits()).length).toBeGreaterThan(0);
      const going = step(9);
      if (isHelidon) {
        let hanging: any[] = [];
        await until(async () => {
          hanging = (await traits()).filter(({ metadata }) => metadata.deletionTimestamp);
          return hanging.length > 0;
        }, () => 'no trait waits for the operator');
        for (const { metadata } of hanging) await on(application, WITHOUT_FINALIZER.replace('NAME', metadata.name));
      }
      await going;
      expect(await traits()).toEqual([]);
      await until(async () => (await podsOfPlatform(client)).join() === ALL_PODS.join(), () => 'the platform does not start');
      await new Promise((resolve) => setTimeout(resolve, 3000));
      expect([await specs(), await uidsOf(name, ...ALL)]).toEqual(now);
    });

    test('10. the Components go, and what stays behind is what the page says', async () => {
      await step(10);
      const rendered = (await on(application, 'awk \'/^kind:/ { kind = $2 } /^  name:/ { print kind, $2 }\' $FILE')).trim().split('\n');
      const known = [...rendered, 'ConfigMap kube-root-ca.crt'];
      const isLeft = (object: any) => !known.includes(keyOf(object)) && !(object.spec?.replicas > 0);
      const foundBy = async (command: string) => JSON.parse(await on(application, `${command} -o json`)).items.filter(isLeft).map(keyOf);
      expect(LEFT.map(({ what }) => what)).toEqual(expect.arrayContaining(Object.keys(left)));
      for (const { what, command } of LEFT) {
        let found: string[] = [];
        const isRight = () => left[what] ? found.length > 0 && found.every((each) => left[what].test(each)) : found.length === 0;
        await until(async () => {
          found = await foundBy(command);
          return isRight();
        }, () => `${what}: ${found.join(', ') || 'nothing'}`);
      }
    });

    test('back to the platform: the Services have no pods until those of the platform are ready', async () => {
      const { client } = cluster();
      const now = await uidsOf(name, 'Deployment', 'Service');
      const [apply, leave, show, remove, ...rest] = TO_THE_PLATFORM;
      const start = Date.now();
      await on(application, apply);
      const kind = isHelidon ? 'VerrazzanoHelidonWorkload' : 'ContainerizedWorkload';
      const workloads = async () => client.list(isHelidon ? VERRAZZANO : OAM, kind, name);
      await until(async () => (await workloads()).length === deployments.length, () => 'the platform makes no workloads');
      if (isHelidon) {
        await expect(makeOfHelidon(client, name)).rejects.toThrow(/spec\.selector: .* field is immutable/);
      } else {
        const isRefused = ({ status }: any) => /spec\.selector: .* field is immutable/.test(status?.conditions?.[0].message);
        await until(async () => (await workloads()).every(isRefused), () => 'the platform\'s Deployments are not refused');
      }
      expect(await uidsOf(name, 'Deployment', 'Service')).toEqual(now);
      for (const service of deployments) expect(looks(service, start).filter(({ failure }) => failure)).toEqual([]);
      await on(application, leave);
      if (isHelidon) await makeOfHelidon(client, name);
      else await on(application, 'kubectl -n $NS annotate containerizedworkloads --all example.com/try=again');
      await until(async () => isMade(application), () => 'the platform makes no Deployments');
      await rollOut(application);
      const old = (await on(application, show)).split('\n').filter((line) => line.endsWith('<none>')).map((line) => line.split(' ')[0]);
      expect(old.length).toBeGreaterThanOrEqual(deployments.length);
      await on(application, remove.replace(/hello-helidon-deployment-\w+/, old.join(' ')));
      await on(application, rest.join('\n'));
      const made = (await list(name, 'Deployment', 'Service')).filter(({ metadata }) => deployments.includes(metadata.name));
      expect(made.map((object) => ownersOf(object)[0])).toEqual(made.map(() => expect.stringMatching(`^${kind} `)));
      for (const service of deployments) {
        await until(async () => !looks(service, start).at(-1)?.failure, () => `${service} is not served`);
        expect(interruption(looks(service, start))).toBeGreaterThan(1000);
        expect(interruption(looks(service, start))).toBeLessThan(application.startup + 5000);
      }
      for (const each of ['PodMonitor', 'Ingress']) {
        expect(await client.list(each === 'Ingress' ? 'networking.k8s.io/v1' : 'monitoring.coreos.com/v1', each, name)).toEqual([]);
      }
    });

    test('with an interruption: pods and cluster IPs are new', async () => {
      const now = await uidsOf(name, 'Deployment', 'Service', 'Pod');
      const start = Date.now();
      await on(application, WITH_AN_INTERRUPTION);
      await rollOut(application);
      const after = await uidsOf(name, 'Deployment', 'Service', 'Pod');
      expect([...now].filter(([key, uid]) => after.get(key) === uid)).toEqual([]);
      await serves(own, Date.now());
      for (const service of Object.keys(services)) expect(interruption(looks(service, start))).toBeLessThan(60_000);
      await until(async () => (await jobsNow()).join() === jobs.kubernetes.join(), () => 'it is not scraped');
    });

    test('meanwhile the other applications have run on', async () => {
      for (const { name: other, services: ofOther } of others) {
        for (const service of Object.keys(ofOther)) {
          const seen = watches.get(other)!.looks(service, begin);
          expect([service, seen.length > 50, seen.filter(({ failure }) => failure)]).toEqual([service, true, []]);
        }
      }
    });
  });
});
