/**
 * Thrown where the rules of this folder do not say what cdk8s would write: cdk8s writes that document then. There is one for all, since a new one
 * would collect its stack each time, which takes longer than writing a document.
 */
export const UNCERTAIN = new Error('this is left to cdk8s');
