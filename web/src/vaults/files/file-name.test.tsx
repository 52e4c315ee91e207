// Where the name of a file may break.
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FileName } from './file-name.tsx';

test.each([
  ['Sommer_1974-am-See.final.jpeg', 'Sommer_|1974-|am-|See.|final.jpeg'],
  ['Lake in June.jpg', 'Lake in June.jpg'],
  ['.profile', '.|profile'],
  ['__init__', '__|init__'],
])('the name %s may break at these places and keeps its ending: %s', (name, broken) => {
  const { container } = render(<FileName name={name} />);
  expect(container.textContent).toBe(name);
  const parts = container.innerHTML.split('<wbr>').map((part) => part.replace(/<[^>]*>/g, ''));
  expect(parts.filter((part) => part !== '').join('|')).toBe(broken);
});
