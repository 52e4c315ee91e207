// Busy buttons, links that stay in the app, and where the focus moves when the focused element is replaced.
import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { BrowserLocation, useLocation } from '../lib/location.tsx';
import { Button, ButtonLink } from './button.tsx';
import { FocusFallback } from './focus-fallback.tsx';
import { Link } from './link.tsx';
import { Notice } from './notice.tsx';

beforeEach(() => window.history.replaceState(null, '', '/here?a=b'));

test('a busy button keeps its focus and name, announces that it is busy, and ignores clicks', async () => {
  const user = userEvent.setup();
  const onClick = vi.fn();
  const { rerender } = render(<Button onClick={onClick}>Save</Button>);
  await user.tab();
  await user.keyboard('{Enter}');
  rerender(
    <Button isBusy onClick={onClick}>
      Save
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Save' });
  expect(document.activeElement).toBe(button);
  expect([button.getAttribute('aria-disabled'), button.hasAttribute('disabled')]).toEqual(['true', false]);
  await user.keyboard('{Enter} ');
  await user.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('a busy button does not submit its form, by a click or by Enter in a field', async () => {
  const user = userEvent.setup();
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const form = (isBusy: boolean) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Word" />
      <Button>Beside it</Button>
      <Button type="submit" isBusy={isBusy}>
        Send
      </Button>
    </form>
  );
  const { rerender } = render(form(true));
  await user.type(screen.getByLabelText('Word'), 'x{Enter}');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSubmit).not.toHaveBeenCalled();
  rerender(form(false));
  await user.click(screen.getByRole('button', { name: 'Beside it' }));
  expect(onSubmit).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('Word'), '{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

const Address = () => {
  const { pathname, search, arrival } = useLocation();
  return <output>{`${pathname}${search} ${arrival}`}</output>;
};
const address = () => screen.getByRole('status').textContent;

function openLinks() {
  const length = window.history.length;
  render(
    <BrowserLocation>
      <Address />
      <Link to="/there">There</Link>
      <Link to="/here?a=b">Here</Link>
      <Link to="/there" onClick={(event) => event.preventDefault()}>
        Asks first
      </Link>
      <ButtonLink href="/api/login">Log in</ButtonLink>
    </BrowserLocation>,
  );
  return { added: () => window.history.length - length };
}

test('a plain click on a link stays in the app, and going back returns', async () => {
  const { added } = openLinks();
  fireEvent.click(screen.getByRole('link', { name: 'There' }));
  expect([address(), added()]).toEqual(['/there moved', 1]);
  await act(async () => {
    const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.back();
    await gone;
  });
  expect(address()).toBe('/here?a=b returned');
});

test('a link to the current page adds no history entry', () => {
  const { added } = openLinks();
  fireEvent.click(screen.getByRole('link', { name: 'Here' }));
  expect([address(), added()]).toEqual(['/here?a=b moved', 0]);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'the browser handles a click with %o, and may open a tab',
  (init) => {
    openLinks();
    const link = screen.getByRole('link', { name: 'There' });
    const event = createEvent.click(link, init);
    let isOurs = true;
    const see = (pressed: Event) => {
      isOurs = pressed.defaultPrevented;
      pressed.preventDefault(); // the simulated browser could not follow it
    };
    window.addEventListener('click', see, { once: true });
    fireEvent(link, event);
    expect([isOurs, address()]).toEqual([false, '/here?a=b opened']);
  },
);

test('a page may cancel its own link, and a link to the server is a plain one', () => {
  openLinks();
  fireEvent.click(screen.getByRole('link', { name: 'Asks first' }));
  expect(address()).toBe('/here?a=b opened');
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/api/login');
});

const step = (shown: string, content: React.ReactNode) => (
  <FocusFallback shown={shown} label="Steps">
    {content}
  </FocusFallback>
);

test('the group takes the focus only if the focused element is replaced', () => {
  const first = <button type="button">Next</button>;
  const { rerender } = render(step('one', first));
  expect(document.activeElement).toBe(document.body);
  act(() => screen.getByRole('button').focus());
  rerender(step('two', <p>The second step</p>));
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Steps' }));
});

test('content that takes the focus itself keeps it, and a change elsewhere does not move the focus', () => {
  const { rerender } = render(step('one', <button type="button">Next</button>));
  rerender(step('one', <p>The same step, said differently</p>));
  expect(document.activeElement).toBe(document.body);
  // biome-ignore lint/a11y/noAutofocus: the test is about it
  rerender(step('two', <input aria-label="Code" autoFocus />));
  expect(document.activeElement).toBe(screen.getByLabelText('Code'));
});

test.each([
  ['danger', true, 'alert'],
  ['success', true, 'status'],
  ['info', true, 'status'],
  ['danger', false, undefined],
] as const)('a %s notice (announced: %s) has the role %s', (variant, isAnnounced, role) => {
  const { container } = render(
    <Notice variant={variant} isAnnounced={isAnnounced} title="What happened" action={<Button>Try again</Button>}>
      Why
    </Notice>,
  );
  expect(container.firstElementChild?.getAttribute('role') ?? undefined).toBe(role);
  expect(container.textContent).toBe('What happenedWhyTry again');
});
