import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { ApplicationConfiguration, Component, CustomWorkload, HelidonWorkload, IngressTrait, MetricsTrait, Platform, Scraper, WebLogicWorkload, Workload } from '../../../src';
import type { Type } from '../../../src/base/definitions/type';
import { checkSettings, SETTINGS, Target } from '../../../src/cli/settings/fields';
import { SETTINGS_FILE, SettingsFlags } from '../../../src/cli/settings/flags';
import { Settings, settingsFrom } from '../../../src/cli/settings/settings';
import { findingsOf, listening } from '../../targets/kubernetes/support';

/** The paths of all fields of the settings, each before those below it. */
export const SETTINGS_PATHS: readonly string[] = pathsBelow(SETTINGS);

/** The settings of a file with this value; positions in it are not told. */
export function settingsOfValue(value: any, flags: SettingsFlags = {}, target?: Target): Settings {
  const findings = value == null ? [] : checkSettings(value);
  return settingsFrom({ file: SETTINGS_FILE, value: value ?? {}, findings, locate: each => each }, flags, target);
}

/** The schema of a settings file, as it is written. */
export const SCHEMA_TEXT = readFileSync(join(__dirname, '../../../schemas/cdk8s-oam.schema.json'), 'utf8');
const SCHEMA = JSON.parse(SCHEMA_TEXT);

/** The schema of a field. */
export function fieldSchema(path: string): any {
  return path.split('.').reduce<any>((schema, name) => schema.properties[name], SCHEMA);
}

function pathsBelow(type: Type, prefix = ''): string[] {
  return Object.entries(type.is === 'record' ? type.fields : {}).flatMap(([name, each]) =>
    [`${prefix}${name}`, ...pathsBelow(each.type, `${prefix}${name}.`)]);
}

/** Works in an empty folder for each test; gives what writes a file into it. */
export function inEmptyFolder(): (text: string | Uint8Array, name?: string) => void {
  const before = process.cwd();
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'settings-'));
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
  return (text, name = 'cdk8s-oam.yaml') => writeFileSync(name, text);
}

const podSpec = { containers: [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: 8080 }] }] };

/** What becomes of an application on a platform: what is found about it, or its objects. Each setting makes a difference to one of them. */
export function outcomeOf(platform: Platform): { findings: string[]; objects: any[] } {
  const chart = new Chart(new App(), 'c', { namespace: 'ns' });
  Platform.install(chart, platform);
  const application = new ApplicationConfiguration(chart, 'hello');
  const bind = (name: string, workload: Workload) => application.addComponent(new Component(chart, name, { workload }));
  const greet = bind('greet', listening());
  const refused = refusal(() => new MetricsTrait(greet, 'metrics', { ports: [{ port: 8080 }], scraper: Scraper.parse('other/scraper') }));
  const httpCookie = { name: 'session', path: '/' };
  new IngressTrait(greet, 'ingress', { rules: [{ destination: { httpCookie } }, { hosts: ['named.example.com'] }] });
  bind('typed', new HelidonWorkload({ deployment: { name: 'typed', podSpec } }));
  bind('written', new CustomWorkload({
    manifest: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'VerrazzanoHelidonWorkload', spec: { deploymentTemplate: { metadata: { name: 'written' }, podSpec } } },
  }));
  bind('domain', new WebLogicWorkload({ template: { name: 'domain', spec: { domainUID: 'domain' } } }));
  const findings = findingsOf(chart);
  return { findings: [...refused, ...findings], objects: findings.length > 0 ? [] : chart.toJson() };
}

function refusal(act: () => unknown): string[] {
  try {
    act();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
