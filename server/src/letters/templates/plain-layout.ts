// Renders a letter as plain text. A link has its own line, so that it is never wrapped.
import type { Block, Letterhead, LetterWords } from './letter-words.ts';

export function plainLayout(
  { greeting, body }: LetterWords,
  { productName, supportEmail, publicUrl }: Letterhead,
): string {
  const footer = ['-- ', productName, publicUrl, `Questions: ${supportEmail}`].join('\n');
  return `${[greeting, ...body.map(plainBlock), footer].join('\n\n')}\n`;
}

function plainBlock(block: Block): string {
  if (typeof block === 'string') return block;
  if ('code' in block) return `${block.label}:\n\n    ${block.code}`;
  return `${'aside' in block ? block.aside : block.action}:\n${block.link}`;
}
