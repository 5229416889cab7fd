import type { ApiObject } from 'cdk8s';
import { isMonitor, judgeMonitors } from './monitors';
import { speakerOf } from '../gitops/checks/members';
import { isModelObject } from '../private/model-object';
import type { TypedManifest } from '../private/oam-kind';
import type { TreeCheck } from '../private/registry';
import { jsonOf } from '../routes/shadowed';

/**
 * Judges the monitors that the program has not declared by the model, whoever made them. Only if there is one are all objects of the tree
 * rendered. What the platform describes of its cluster counts, too.
 */
export const MONITORS: TreeCheck = (objects, { serving = [] }) => {
  const isForeign = (object: ApiObject) => !isModelObject(object) && isMonitor(object as object as TypedManifest);
  if (!objects.some(isForeign)) return {};
  const rendered = new Map(objects.flatMap(object => jsonOf(object).map(json => [json, object])));
  const judged = judgeMonitors([...rendered.keys()], serving).filter(({ of }) => isForeign(rendered.get(of)!));
  const told = judged.map(({ object, ...others }) => ({ ...others, construct: speakerOf({ construct: rendered.get(object)! }) }));
  return { findings: told.filter(({ isWarning }) => !isWarning), warnings: told.filter(({ isWarning }) => isWarning) };
};
