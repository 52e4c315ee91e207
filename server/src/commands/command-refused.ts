// What an operator asked for cannot be done, in a sentence for them.

/** Its message is one line for the operator. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}
