import { Command, CommanderError, ErrorOptions, Option } from 'commander';
import { ExitCode } from './exit-codes';
import { tellError } from './guarded';
import { Finding, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { ModelError } from '../private/errors';
import { nearest } from '../private/nearest';

/**
 * A command whose wrong arguments are findings. commander calls one method for each thing that can be wrong, with what is wrong; its types do not
 * declare these methods, so the tests of each message are what notices a change.
 */
export class CheckedCommand extends Command {
  public override createCommand(name?: string): Command {
    return new CheckedCommand(name);
  }

  public missingArgument(name: string): never {
    return this.refuse(found('usage', [`<${name}>`], { reason: 'missing-argument', command: this.fullName() }));
  }

  public optionMissingArgument({ flags, long }: Option): never {
    return this.refuse(found('usage', [long ?? flags], { reason: 'missing-value', flags }));
  }

  public missingMandatoryOptionValue({ flags, long }: Option): never {
    return this.refuse(found('usage', [long ?? flags], { reason: 'missing-option', flags }));
  }

  public _conflictingOption(option: Option, other: Option): never {
    return this.refuse(found('usage', [option.long ?? option.flags], { reason: 'beside', other: other.long ?? other.flags }));
  }

  /** The value that comes with an option may be a password: its name alone is shown. */
  public unknownOption(argument: string): never {
    const name = argument.startsWith('--') ? argument.split('=')[0] : argument.slice(0, 2);
    const known = this.createHelp().visibleOptions(this).flatMap(({ long }) => long ?? []);
    return this.refuse(found('usage', [name], { reason: 'unknown-option', command: this.fullName(), meant: nearest(name, known) }));
  }

  public unknownCommand(): never {
    const [name] = this.args;
    const known = this.createHelp().visibleCommands(this).map(each => each.name());
    return this.refuse(found('usage', '', { reason: 'unknown-command', value: Shown.of(name), meant: nearest(name, known) }));
  }

  public _excessArguments(given: readonly string[]): never {
    const most = this.registeredArguments.length;
    return this.refuse(found('usage', '', { reason: 'excess-arguments', most, count: given.length }));
  }

  /** Anything else. The message is not used: it may quote an argument. */
  public override error(_message: string, { code = 'commander.error' }: ErrorOptions = {}): never {
    return this.refuse(found('usage', '', { reason: 'other', command: this.fullName(), error: code }));
  }

  private fullName(): string {
    return [...this.parent ? [this.parent.name()] : [], this.name()].join(' ');
  }

  private refuse(findings: Finding[]): never {
    tellError(new ModelError(this.fullName(), findings, 'manifests'), this.opts());
    throw new CommanderError(ExitCode.NOT_DONE, 'cdk8s-oam.usage', '');
  }
}
