import * as kinds from './kinds';
import { OamWorkload } from './oam-workload';
import { definitionsIn } from '../definitions/kind';

/** The kinds of workloads of OAM that are known. */
export const OAM_WORKLOADS: readonly OamWorkload[] = definitionsIn<OamWorkload>(kinds);
