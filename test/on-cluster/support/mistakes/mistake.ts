/** A mistake that programs make: what the library says of it, and what a real API server does. */
import { Chart } from 'cdk8s';
import {
  ApplicationConfiguration, Component, ContainerizedContainer, ContainerizedWorkload, GitOpsApp, HelidonWorkload,
  IngressProvider, KubernetesPlatform, CustomWorkload, MonitoringProvider, MetricsTrait,
  OamPlatform, Platform, TlsCertificate, Workload,
} from '../../../../src';

/** What happens to a mistake. Texts are parts of what the API server says, on one line; `…` stands for anything. */
export type Outcome =
  /** The library finds it, and the server refuses it too. */
  | { readonly kind: 'refused'; readonly code: string; readonly server: string }
  /** The library finds what the server takes. */
  | { readonly kind: 'stricter'; readonly code: string; readonly why: string }
  /** The library renders it, and the server takes and keeps it, but for some fields. */
  | { readonly kind: 'accepted'; readonly why: string; readonly changed: readonly string[] }
  /** The checks against schemas find it, as the server does. */
  | { readonly kind: 'checked'; readonly server: string }
  /** The library renders it, and only Kubernetes' own rules find it, or a server that has more than the object to go by. */
  | { readonly kind: 'open'; readonly server: string };

/** The library finds it, as the server does. */
export const refused = (code: string, server: string): Outcome => ({ kind: 'refused', code, server });
/** The library finds it, and the server does not: why it is a mistake all the same. */
export const stricter = (code: string, why: string): Outcome => ({ kind: 'stricter', code, why });
/** The server takes it: why it is none, or none of the server's concern, and the fields that it gives back otherwise. */
export const accepted = (why: string, ...changed: readonly string[]): Outcome => ({ kind: 'accepted', why, changed });
/** It is found where objects are held against schemas. */
export const checked = (server: string): Outcome => ({ kind: 'checked', server });
/** The checks do not find it. */
export const open = (server: string): Outcome => ({ kind: 'open', server });

/** Declares something in a chart. */
export type Program = (chart: Chart) => unknown;

/** A line of the table. */
export interface Mistake {
  readonly title: string;
  /** The object that has the mistake, as somebody would write it by hand. */
  readonly object: any;
  /** The programs that declare it, by what they use. All have the same outcome. */
  readonly programs: Readonly<Record<string, Program>>;
  readonly outcome: Outcome;
  /** What is in the cluster before it. @default - nothing */
  readonly before?: any;
  /** The kinds that are looked at. @default - all that is rendered */
  readonly kinds?: readonly string[];
  /** CRDs of OAM platforms have to be there. @default - the program is for Kubernetes */
  readonly platform?: 'oam';
}

/** The name of everything. */
export const NAME = 'greet';
export const IMAGE = 'example/main:1';
const LABELS = { app: NAME };

/** What a program comes to: what is found, each code once, or the objects. */
export interface Declared {
  readonly codes: readonly string[];
  readonly objects: readonly any[];
}

/** Runs a program in a chart of a namespace. */
export function declare({ platform }: Pick<Mistake, 'platform'>, program: Program, namespace: string): Declared {
  const app = new GitOpsApp();
  const chart = new Chart(app, 'chart', { namespace });
  Platform.install(chart, platform === 'oam' ? OamPlatform.verrazzano() : kubernetes());
  try {
    program(chart);
    // checks all that synth() checks, and writes nothing
    app.synthYaml();
  } catch (error) {
    const { message, findings } = error as Error & { findings?: { code: string }[] };
    // what synth() throws has them in its lines alone
    const found = findings?.map(({ code }) => code) ?? [...message.matchAll(/^ {2}\[[^\]]+\] ([a-z-]+): /gm)].map(([, code]) => code);
    const codes = [...new Set(found)];
    // any other error is a fault of the library, or of the table
    if (codes.length === 0) throw error;
    return { codes, objects: [] };
  }
  return { codes: [], objects: chart.toJson() };
}

function kubernetes(): KubernetesPlatform {
  return new KubernetesPlatform({
    scraperUser: 'metrics',
    ingress: IngressProvider.other({ className: 'nginx', domain: 'example.com', tls: TlsCertificate.clusterIssuer('letsencrypt') }),
    metrics: MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {} }),
  });
}

/** A program that binds a workload; its metrics are not looked at. */
export function bound(workload: () => Workload): Program {
  return (chart) => {
    const binding = new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, NAME, { workload: workload() }));
    new MetricsTrait(binding, 'metrics', { enabled: false });
  };
}

const manifestProgram = (manifest: any) => ({ CustomWorkload: bound(() => new CustomWorkload({ manifest })) });

/** A mistake in an object of any kind. */
export function object(title: string, manifest: any, outcome: Outcome, before?: any): Mistake {
  const whole = { ...manifest, metadata: { name: NAME, ...manifest.metadata } };
  return { title, object: whole, programs: manifestProgram(manifest), outcome, before: before && { ...whole, ...before } };
}

/** A Deployment of pods with a spec. */
export function deployment(podSpec: any, spec: any = {}): any {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: NAME },
    spec: { selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS }, spec: podSpec }, ...spec },
  };
}

/** The spec of a pod with one container. */
export function container(fields: any, spec: any = {}): any {
  return { containers: [{ name: 'main', image: IMAGE, ...fields }], ...spec };
}

/** A mistake in the spec of pods, which are a HelidonWorkload's or a Deployment's. */
export function pods(title: string, podSpec: any, outcome: Outcome): Mistake {
  const manifest = deployment(podSpec);
  const helidon = bound(() => new HelidonWorkload({ deployment: { name: NAME, podSpec } }));
  return { title, object: manifest, programs: { HelidonWorkload: helidon, ...manifestProgram(manifest) }, outcome };
}

/** A mistake in one container of such pods. */
export function inContainer(title: string, fields: any, outcome: Outcome): Mistake {
  return pods(title, container(fields), outcome);
}

/** A mistake in the spec of a Service, which is a HelidonWorkload's or one by itself. */
export function service(title: string, spec: any, outcome: Outcome): Mistake {
  const manifest = { apiVersion: 'v1', kind: 'Service', metadata: { name: NAME }, spec: { selector: LABELS, ...spec } };
  const helidon = bound(() => new HelidonWorkload({
    deployment: { name: NAME, podSpec: container({ ports: [{ name: 'http', containerPort: 8080 }] }) }, service: { spec },
  }));
  return { title, object: manifest, programs: { HelidonWorkload: helidon, ...manifestProgram(manifest) }, outcome };
}

/** A mistake in a ContainerizedWorkload; `manifest` has what would come of it. */
export function containerized(title: string, fields: Partial<ContainerizedContainer>, manifest: any, outcome: Outcome): Mistake {
  const program = bound(() => new ContainerizedWorkload({ containers: [{ name: 'main', image: IMAGE, ...fields }] }));
  return { title, object: { ...manifest, metadata: { name: NAME } }, programs: { ContainerizedWorkload: program }, outcome };
}
