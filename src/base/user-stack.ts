import { dirname, sep } from 'path';
import { isMainThread } from 'worker_threads';

/** The variable with which a command runs an app: the file in which the app reports what it has written. */
export const REPORT = 'CDK8S_OAM_REPORT';

/** The library's folder, in the form in which stacks name it. */
const LIBRARY = dirname(__dirname) + sep;
/** The folder of packages, in a path or a URL. */
const MODULES = /node_modules[\\/]/;
/** The maximum number of library frames above the user's. */
const OWN_FRAMES = 100;

/** The errors of the library, once a command runs the app. */
let errors: WeakSet<object> | undefined;

const isFrame = (line: string) => /^ {4}at /.test(line);
const isOutside = (frame: string) => !frame.includes(LIBRARY) && !/[( ]node:/.test(frame);

/**
 * Makes the stack of an error start with the user's own line: without the frames of the library and of Node, unless
 * there are no others.
 *
 * The stack is built when it is first read: most of these errors are caught for their findings.
 */
export function startAtUser(error: Error): void {
  showAlone(error);
  const limit = Error.stackTraceLimit;
  if (!(limit > 0)) return;
  Error.stackTraceLimit = limit + OWN_FRAMES;
  const trace = new Error();
  // a promise that is rejected with the error would show the line of the library that created the error
  Error.stackTraceLimit = 0;
  Error.captureStackTrace(error);
  Error.stackTraceLimit = limit;
  const keep = (value: unknown) => {
    Object.defineProperty(error, 'stack', { configurable: true, writable: true, value });
    return value;
  };
  Object.defineProperty(error, 'stack', {
    configurable: true,
    get: () => {
      const stack: unknown = trace.stack;
      // it is not a string if the program replaces `Error.prepareStackTrace`
      if (typeof stack !== 'string') return keep(stack);
      const frames = stack.split('\n').filter(isFrame);
      const first = frames.findIndex(frame => isOutside(frame) && !frame.endsWith('(<anonymous>)'));
      const shown = first < 0 ? frames : frames.slice(first).filter(isOutside);
      return keep([String(error), ...shown.slice(0, limit)].join('\n'));
    },
    set: (value: unknown) => void keep(value),
  });
}

/** The beginning of an error of `synth()`, whose messages name the constructs. */
const VALIDATION = /^Validation failed with the following errors:\n/;

/**
 * In an app that a command runs, ends the program on an uncaught error of the library, or on a failed validation, with
 * its message and, of other errors than validations, the line of the program. Around them, Node would show its own
 * source, the stack and its version, as if the app had crashed.
 */
export function showAlone(error?: Error): void {
  if (!process.env[REPORT] || !isMainThread) return;
  if (!errors) {
    errors = new WeakSet();
    // a monitor, unlike a handler, leaves all other errors to Node
    process.on('uncaughtExceptionMonitor', (uncaught: Error | undefined) => {
      const isValidation = VALIDATION.test(String(uncaught?.message));
      const isHandled = process.listenerCount('uncaughtException') > 0 || process.hasUncaughtExceptionCaptureCallback();
      if (isHandled || !uncaught || !isValidation && !errors!.has(uncaught)) return;
      const frames = isValidation ? [] : String(uncaught.stack).split('\n').filter(isFrame);
      const place = frames.find(frame => isOutside(frame) && !MODULES.test(frame));
      process.stderr.write([uncaught.message, ...place === undefined ? [] : [place], ''].join('\n'));
      process.exit(1);
    });
  }
  if (error) errors.add(error);
}

/** Throws an error. Above an uncaught one, Node shows the line of its `throw`, unless the line has this comment. */
export function raise(error: Error): never {
  throw error; // node-do-not-add-exception-line
}
