// Why the service does not start, in one line that a person can act on. Thrown by whatever looks at settings and data
// before anything is served; anyone who started the program prints the line and ends with 1.

/** Its message is the one line to print. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
