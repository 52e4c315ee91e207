// Connects a call that needs a proof to the dialog that asks for it. Without a dialog the proof is refused. The call keeps its input and
// is sent again, so that nobody has to fill in a form twice.

/** The refusal's sentence explains why a proof is needed. */
type Ask = (sentence: string) => Promise<boolean>;

const refuseProof: Ask = async () => false;
let ask = refuseProof;

/** Resolves to true once the owner has proven who they are, and to false if they cancel or no dialog is registered. */
export const askForProof: Ask = (sentence) => ask(sentence);

/** @returns a function that unregisters the prompt. */
export function registerProofPrompt(prompt: Ask): () => void {
  ask = prompt;
  return () => {
    if (ask === prompt) ask = refuseProof;
  };
}
