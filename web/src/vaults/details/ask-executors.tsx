// Asks executors who have not confirmed our email to do so, with a text that the owner sends.
import { useState } from 'react';
import { product } from '../../lib/product.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';

/** A collapsed message that the owner can send to these executors, asking them to confirm our email. It never contains the code. */
export function AskExecutors({ recipientName, executors }: { recipientName: string; executors: readonly string[] }) {
  const [result, setResult] = useState('');
  const words = wordsForExecutor(recipientName);
  const canShare = typeof navigator.share === 'function';
  const send = async () => setResult(await shareOrCopy(words));
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold">
        {executors.length > 1 ? (
          'Ask your executors'
        ) : (
          <>
            Ask <AsWritten>{executors[0]}</AsWritten>
          </>
        )}
      </summary>
      <p className="mt-2 rounded-field border border-line bg-surface px-4 py-3 text-sm">{words}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="compact" onClick={() => void send()}>
          {canShare ? 'Share' : 'Copy'}
        </Button>
        <p role="status" className="text-muted text-sm">
          {result}
        </p>
      </div>
    </details>
  );
}

const wordsForExecutor = (recipientName: string): string =>
  `I have created a vault for ${recipientName} with ${product.name}, and I trust you to release it when the time comes. ` +
  `${product.name} has sent you an email with a code. To find it, search your mail for “${product.name}” and “executor”. ` +
  'Please press “I have it” in that email, so that I know it arrived. It releases nothing. Then keep it somewhere safe, and do not share the code.';

/** @returns what to say about it */
async function shareOrCopy(text: string): Promise<string> {
  try {
    if (navigator.share) {
      await navigator.share({ text });
      return '';
    }
    await navigator.clipboard.writeText(text);
    return 'Copied. You can paste it into a message.';
  } catch (error) {
    const isClosed = error instanceof Error && error.name === 'AbortError';
    return isClosed ? '' : 'Please select and copy the text above.';
  }
}
