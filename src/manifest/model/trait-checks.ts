import { FINE, Finding } from '../../findings/finding';
import { Platform } from '../../platform/platform';
import { isObject } from '../../private/check';
import { oamTraitOn } from '../../traits/all';
import { CustomTrait } from '../../traits/custom-trait';

/** What the typed traits check beside the values of their fields: whether they suit the workload. */
export function traitFindings({ binding, apiVersion, kind }: CustomTrait, { spec }: any): Finding[] {
  return oamTraitOn({ apiVersion, kind }, Platform.of(binding))?.suits?.(binding, isObject(spec) ? spec : {}) ?? FINE;
}

/** What the platform reads otherwise than it is written. */
export function spellingFindings({ apiVersion, kind, spec }: any, platform: Platform): Finding[] {
  return oamTraitOn({ apiVersion, kind }, platform)?.misread?.(spec) ?? FINE;
}
