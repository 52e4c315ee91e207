// The check for texts that a browser's translation breaks, on a screen with correct and incorrect ones.
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../processes.ts';
import { findLooseTexts } from './loose-text.ts';

const screen = 'web/src/ui/page/test-mode-mark.tsx';

/** Written so that this project's own import check does not read it as an import. */
const imported = (names: string, file: string) => `import ${names} from '${file}';`;

const source = `
import type { ReactNode } from 'react';
${imported('{ product }', '../../lib/product.ts')}
${imported('type { Elements }', '../elements.ts')}
${imported('{ Link }', '../link.tsx')}

export function Wrong({ count, isOpen, label, children }: { count: number; isOpen: boolean; label: ReactNode; children: Elements }) {
  return (
    <main>
      <p>{count} words</p>
      <button>{isOpen && <b />}Press</button>
      <div><Sometimes isOpen={isOpen} />after it</div>
      <label>{label}{isOpen && <b />}</label>
      <div>{isOpen ? 'open' : 'closed'} <b /></div>
      <p>{isOpen ? <>a fragment</> : <b />}</p>
      <p>{['a', 'list'].map((word) => word)}<b /></p>
      <Bare isOpen={isOpen} />
    </main>
  );
}

export function Right({ count, isOpen, children }: { count: number; isOpen: boolean; children: Elements }) {
  const name = <b>{count}</b>;
  return (
    <main>
      <p>{\`\${count} words\`}</p>
      <button>{isOpen && <b />}<span>Press</span></button>
      <p>Always before {isOpen && <b />}</p>
      <p>For {name} and <Link to="/">a page</Link> of {product.name}, always</p>
      <p>{isOpen ? 'open' : 'closed'}</p>
      <div>{children}<b /></div>
    </main>
  );
}

function Sometimes({ isOpen }: { isOpen: boolean }) {
  return isOpen ? <b /> : null;
}

function Bare({ isOpen }: { isOpen: boolean }) {
  return isOpen ? 'bare' : null;
}
`;

test('a text next to changing content is found, and a text in its own element is not', { tags: 'long' }, () => {
  const file = path.join(root, screen);
  const found = findLooseTexts(root, (name) => name === screen, {
    readFile: (name) => (name === file ? source : undefined),
  });
  expect(found.map((line) => line.replace(/^[^:]*:\d+: /, ''))).toEqual([
    '{count}',
    'words',
    'Press',
    'after it',
    '{label}',
    "{isOpen ? 'open' : 'closed'}",
    '',
    'a fragment',
    "{['a', 'list'].map((word) => word)}",
    "isOpen ? 'bare' : null",
  ]);
});
