/** Prints for jest what is not as expected: the suites that fail, or print, or have obsolete snapshots. What comes past jest, as from a child process, is printed with the suites that it may come from. */
const { relative } = require('path');
const { DefaultReporter } = require('@jest/reporters');

module.exports = class extends DefaultReporter {
  running = new Set();
  isOwn = false;

  constructor(...args) {
    super(...args);
    // what suites print past jest; the parent class gives the streams back in the end
    for (const stream of [process.stdout, process.stderr]) {
      const { write } = stream;
      stream.write = chunk => write(this.isOwn || this.running.size === 0 ? chunk : `printed by ${[...this.running].join(' or ')}:\n${chunk}`);
    }
  }

  log(message) {
    this.isOwn = true;
    super.log(message);
    this.isOwn = false;
  }

  onTestStart(test) {
    super.onTestStart(test);
    this.running.add(relative('', test.path));
  }

  onTestResult(test, ...rest) {
    super.onTestResult(test, ...rest);
    // what it printed last may come a little later
    setTimeout(() => this.running.delete(relative('', test.path)), 200).unref();
  }

  printTestFileHeader(path, config, result) {
    if (result.failureMessage || result.console || result.snapshot.unchecked > 0) super.printTestFileHeader(path, config, result);
  }
};
