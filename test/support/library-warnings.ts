/**
 * Run before each suite: drops the warnings of the library, which programs of many suites provoke by the way. A suite that is about a warning spies on
 * `process.emitWarning`. What others warn of is printed.
 */
const OF_LIBRARY = ['cdk8s-oam', 'GitOpsApp', 'Environments'];

const emitWarning: (warning: string | Error, ...rest: any[]) => void = process.emitWarning.bind(process);

process.emitWarning = (warning: string | Error, ...rest: any[]) => {
  if (!OF_LIBRARY.includes(rest[0])) emitWarning(warning, ...rest);
};
