// Where a call that asks for a proof waits for it: a screen of an owner answers, everywhere else nobody does. What was being
// sent stays in the call, so that no form has to be filled in twice.

type Ask = () => Promise<boolean>;

const nobody: Ask = async () => false;
let ask = nobody;

/** True once the owner has proven who they are; false where they would not, or nobody can be asked. */
export const askForProof: Ask = () => ask();

/** @returns what ends it. */
export function answerProofs(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = nobody;
  };
}
