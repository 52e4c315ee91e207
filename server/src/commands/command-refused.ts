// The error for a command that cannot be executed, with a message for the operator.

/** Its message is one line for the operator. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}
