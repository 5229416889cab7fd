import { helm } from './helm';
import { oamRuntime } from './oam-runtime';
import { Proof } from './proof';

/** The proofs, by their name: what `npm run proof -- NAME` runs. */
export const PROOFS: Readonly<Record<string, Proof>> = {
  'oam-runtime': oamRuntime,
  helm,
};
