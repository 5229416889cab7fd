import type { Place } from './place';

/** A value, and where it stands. */
export interface Read {
  readonly value: any;
  readonly place: Place;
}
