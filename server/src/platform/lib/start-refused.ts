// Thrown while settings and data are checked, if the service cannot start. The program prints the message and exits with 1.

/** The message is one line that says what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
