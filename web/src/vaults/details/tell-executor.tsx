// A folded text in which an owner tells their executor to expect a letter with a code. It never holds the code.
import { useState } from 'react';
import { product } from '../../lib/product.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';

export function TellExecutor({ recipientName, executor }: { recipientName: string; executor: string }) {
  const [result, setResult] = useState('');
  const words = wordsForExecutor(recipientName);
  const canShare = typeof navigator.share === 'function';
  const send = async () => setResult(await shareOrCopy(words));
  return (
    <details className="mt-4">
      <summary className="min-h-11 content-center font-semibold">
        Tell <AsWritten>{executor}</AsWritten> that it is coming
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
  `I have made a vault for ${recipientName} with ${product.name}, and I trust you to release it when the time comes. ` +
  `You have a letter from ${product.name} with a code. Please keep it somewhere safe, and do not pass it on. ` +
  `When the time comes, enter it at ${product.publicUrl}/executor-access`;

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
    return isClosed ? '' : 'Please select and copy the words above.';
  }
}
