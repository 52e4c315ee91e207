// Reads the lines of the operator's guide that a person runs or copies: the fenced blocks, and commands inside a step.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const guide = path.resolve(import.meta.dirname, '../../docs/guide');

export interface GuidePage {
  name: string;
  blocks: string[];
  text: string;
}

/** A block inside a step is indented as far as its fence. */
function readPage(name: string): GuidePage {
  const text = readFileSync(path.join(guide, `${name}.md`), 'utf8');
  const blocks = Array.from(text.matchAll(/^( *)```\w*\n(.*?)^\1```$/gms), ([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trim(),
  );
  return { name, blocks, text };
}

/** Follows pages: finds a block or command by its beginning, fills in the texts in angle brackets, and remembers what was followed. */
export function openGuide(names: readonly string[], filledIn: Record<string, string>) {
  const pages = new Map(names.map((name) => [name, readPage(name)]));
  const followed = new Set<string>();
  const fill = (text: string, more: Record<string, string> = {}): string => {
    const filled = Object.entries({ ...more, ...filledIn }).reduce((all, [from, to]) => all.replaceAll(from, to), text);
    const left = /<[^<>\n]{2,60}>/.exec(filled.replaceAll(/<<'?\w+'?/g, ''));
    if (left) throw new Error(`The guide's ${left[0]} is not filled in: ${text}`);
    return filled;
  };
  const pageOf = (name: string): GuidePage => pages.get(name) ?? fail(`${name} is not among the pages.`);
  return {
    /** @throws if no block of the page begins so: the guide has changed */
    block(name: string, beginning: string, more?: Record<string, string>): string {
      const { blocks } = pageOf(name);
      const block = blocks.find((each) => each === beginning) ?? blocks.find((each) => each.startsWith(beginning));
      if (!block) return fail(`${name}.md has no block that begins with ${beginning}`);
      followed.add(block);
      return fill(block, more);
    },
    /** A command in the text of a step. */
    command(name: string, beginning: string): string {
      const commands = Array.from(pageOf(name).text.matchAll(/`([^`\n]+)`/g), ([, command = '']) => command);
      return fill(
        commands.find((each) => each.startsWith(beginning)) ?? fail(`${name}.md has no command ${beginning}`),
      );
    },
    /** The first lines of the blocks that were not followed. */
    left: (): string[] =>
      [...pages.values()].flatMap(({ name, blocks }) =>
        blocks.filter((block) => !followed.has(block)).map((block) => `${name}: ${block.split('\n')[0]}`),
      ),
  };
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
