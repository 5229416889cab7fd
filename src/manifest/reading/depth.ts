/** How deep maps and lists may be nested; the deepest manifests there are, of CRDs, have about 60 levels. */
export const MAX_DEPTH = 200;
