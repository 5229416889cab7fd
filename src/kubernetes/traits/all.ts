import { INGRESS } from './ingress';
import { LOGGING } from './logging';
import { MANUAL_SCALER } from './manual-scaler';
import { METRICS } from './metrics';
import { KnownTrait } from './model';

/** How the traits of OAM become Kubernetes objects. */
export const TRAIT_RENDERERS: readonly KnownTrait[] = [INGRESS, LOGGING, MANUAL_SCALER, METRICS];
