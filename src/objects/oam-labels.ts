// the labels that the OAM runtime gives to all that it makes

export const NAME = 'app.oam.dev/name';
export const COMPONENT = 'app.oam.dev/component';
export const RESOURCE_TYPE = 'app.oam.dev/resourceType';
export const REVISION = 'app.oam.dev/revision';
