import { Backend } from './backends';
import { Cookie } from './cookies';

/** A rule of the trait, and where it leads. */
export interface Rule {
  readonly index: number;
  readonly hosts: readonly string[];
  readonly given: any;
  readonly cookie?: Cookie;
  readonly backend: Backend;
}
