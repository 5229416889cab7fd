import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, Chart } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import {
  ArgoCdDeliveryProps, Environment, EnvironmentProps, Environments, EnvironmentsProps, FluxDeliveryProps, GitOpsDelivery,
} from '../../../src';
import { messageOf } from '../../support/message';
import { contentsOf } from '../support';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

export const out = () => join(folder, 'out');
export const repoURL = 'https://git.example.com/acme/deployments.git';
export const argoCd = (props: Partial<ArgoCdDeliveryProps> = {}) => GitOpsDelivery.argoCd({ repoURL, path: 'dist', ...props });
export const flux = (props: Partial<FluxDeliveryProps> = {}) => GitOpsDelivery.flux({ url: repoURL, path: 'dist', ...props });
export const delivered = (delivery: GitOpsDelivery, props: EnvironmentsProps = {}) =>
  new Environments({ outdir: out(), delivery: [delivery], ...props });

export const filesIn = (path: string): string[] => Object.keys(contentsOf(join(out(), path)));
export const read = (file: string): any[] => parseAllDocuments(readFileSync(join(out(), file), 'utf8')).map(document => document.toJS());

export function config(chart: Chart, name = 'cart', more: object = { data: { a: 'b' } }): ApiObject {
  return new ApiObject(chart, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...more });
}

/** An environment whose charts have a ConfigMap each, in the namespace of their name. */
export function add(environments: Environments, name: string, namespaces = ['shop'], props: EnvironmentProps = {}): Chart[] {
  const app = environments.add(name, { namespaces: namespaces.map(each => ({ name: each })), ...props });
  return namespaces.map(each => chartIn(app, each));
}

function chartIn(app: Environment, namespace: string): Chart {
  const chart = new Chart(app, namespace, { namespace });
  config(chart);
  return chart;
}

export const lines = (environments: Environments) => messageOf(() => environments.synth()).split('\n').slice(1);
