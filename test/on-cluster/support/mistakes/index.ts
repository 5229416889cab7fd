/** The kinds of mistakes that programs and manifests make. */
import { IN_CONTAINERIZED } from './containerized';
import { IN_MANIFESTS } from './manifests';
import { Mistake } from './mistake';
import { IN_OBJECTS } from './objects';
import { IN_PODS } from './pods';
import { IN_TRAITS } from './traits';
import { IN_SERVICES, IN_WORKLOADS } from './workloads';

export * from './mistake';

/** By what they are made in. */
export const MISTAKES: Readonly<Record<string, readonly Mistake[]>> = {
  'pods': IN_PODS,
  'Services': IN_SERVICES,
  'workloads': IN_WORKLOADS,
  'other objects': IN_OBJECTS,
  'a ContainerizedWorkload': IN_CONTAINERIZED,
  'traits and the access to a scraper': IN_TRAITS,
  'manifests for an OAM platform': IN_MANIFESTS,
};
