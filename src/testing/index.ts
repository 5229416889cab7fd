// jsii finds only the exports of a submodule that are `export *`: these files hold nothing else
export * from './external-object';
export * from './manifest-query';
export * from './manifests';
export * from './match';
export * from './matcher';
export * from './protection-options';
export * from './reached-route';
export * from './request-assertions';
export * from './request-token';
export * from './route-access';
export * from './scrape-expectation';
export * from './schema-options';
export * from './snapshot-options';
export * from './traffic-peer';
