// jsii finds only the exports of a submodule that are `export *`: these files hold nothing else
export * from './options';
export * from './manifests';
export * from './match';
export * from './matcher';
export * from './request-types';
export * from './request-assertions';
export * from './scrape-expectation';
