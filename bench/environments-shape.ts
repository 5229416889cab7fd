/** Three environments of the library, in either layout, or an `App` for each. */
export type EnvironmentsSide = 'file-per-object' | 'file-per-chart' | 'app';

export const ENVIRONMENTS = ['staging', 'production', 'recovery'];

/** The component that is given another image, and where. */
export const [RELEASED, RELEASED_IN] = [7, 'production'];
