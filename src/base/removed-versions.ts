import { FINE, Finding, found } from './findings/finding';
import { kindOf } from './kinds/kind-of';
import type { ObjectType } from './oam-kind';

/**
 * Reports an API version in which no supported version of Kubernetes serves the kind: applying the object would fail.
 */
export function removedVersion({ apiVersion, kind }: ObjectType): Finding[] {
  const { removed } = kindOf({ apiVersion, kind });
  const version = apiVersion?.slice(apiVersion.indexOf('/') + 1);
  if (!removed || !Object.hasOwn(removed, version)) return FINE;
  const [since, now] = removed[version];
  const removal = { version: apiVersion, since, kind };
  return now === undefined ? found('unserved-version', 'apiVersion', { reason: 'gone', ...removal })
    : found('unserved-version', 'apiVersion', { reason: 'moved', now, ...removal });
}
