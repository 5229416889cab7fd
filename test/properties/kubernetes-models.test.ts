import * as fc from 'fast-check';
import { portables } from './arbitraries-targets';
import { build } from './build';
import { kubernetes } from './build-kubernetes';
import { same } from './differences';
import { nothingIsLost } from './kubernetes-kept';
import { monitored } from './kubernetes-monitors';
import { PortableRecipe } from './kubernetes-recipe';
import { acceptedByTheServer, labelledByTheModel, servicesLead } from './kubernetes-rules';
import { parsed } from './parsed';
import { PATIENCE, runs } from './runs';
import { schemaErrorsOf } from '../support/schemas';

/** What is written where a value is missing or of a wrong type. */
const SLIPS = /undefined|\[object |NaN|function \(|=> /;

function textsIn(value: any): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, field]) => [key, ...textsIn(field)]);
}

/** No text says `undefined` that the user did not write. */
function withoutSlips(recipe: PortableRecipe, objects: readonly any[]): void {
  const written = new Set(textsIn(recipe));
  same(textsIn(objects).filter(text => SLIPS.test(text) && !written.has(text)), [], 'slips');
}

test('a program renders to the same bytes again, to valid objects that a cluster takes, and nothing of it is lost', () => {
  const counts: Record<string, number> = {};
  fc.assert(fc.property(portables, recipe => {
    const { model, target } = recipe;
    const { app } = build(model, kubernetes(target));
    const yaml = app.synthYaml();
    const objects = parsed(yaml);
    same(app.synthYaml(), yaml, 'rendered twice');
    same(build(model, kubernetes(target)).app.synthYaml(), yaml, 'built twice');
    same(schemaErrorsOf(objects), [], 'schema');
    acceptedByTheServer(objects);
    labelledByTheModel(recipe, objects);
    servicesLead(objects);
    monitored(recipe, objects);
    nothingIsLost(recipe, objects);
    withoutSlips(recipe, objects);
    for (const { kind } of objects) counts[kind] = (counts[kind] ?? 0) + 1;
  }), { numRuns: runs(2000) });
  // what is never made is never checked
  const often = ['ConfigMap', 'Coherence', 'Deployment', 'Domain', 'Ingress', 'PersistentVolumeClaim', 'PodMonitor', 'Service', 'ServiceMonitor', 'StatefulSet', 'Widget'];
  expect(often.filter(kind => !counts[kind])).toEqual([]);
}, PATIENCE);
