// The owner's picture: cropped to a square without its metadata, replaced, removed, and refused with a message.
import { putPicture, removePicture } from '@remembrance/contract/account.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { pressTwice } from '../../testing/on-screen.ts';
import { openAccount } from '../../testing/open-account.tsx';
import { announces } from '../../testing/open-screen.tsx';
import { ada } from '../../testing/samples.ts';
import { dismissToast } from '../ui/toast.tsx';
import { squarePicture } from './profile-section.tsx';

const photo = new File(['pixels'], 'me.png', { type: 'image/png' });
const input = () => screen.getByLabelText<HTMLInputElement>('Picture');
const withPicture = { ...ada, profileImageUrl: '/api/account/picture/1.jpg' };
const shown = () => screen.getByRole('banner').querySelector('img')?.getAttribute('src');

const isInk = (_: number, index: number) => [100, 143, 200, 255][index % 4] ?? 0;
const exact = () => ({ data: new Uint8ClampedArray(16 * 16 * 4).map(isInk) });
const drawn = { drawImage: vi.fn(), fillRect: vi.fn(), fillStyle: '', getImageData: exact };
let result: Blob | null;

beforeEach(() => {
  drawn.drawImage.mockClear();
  result = new Blob(['square'], { type: 'image/jpeg' });
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1200, height: 800 }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(drawn as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(result));
  return () => vi.restoreAllMocks();
});

test.each([
  ['a wide picture', 1200, 800, [200, 0, 800, 800]],
  ['a tall picture', 600, 801, [0, 100.5, 600, 600]],
  ['a square', 512, 512, [0, 0, 512, 512]],
  ['a single point', 1, 1, [0, 0, 1, 1]],
])('the middle of %s is drawn on white, 512 pixels wide', async (_, width, height, part) => {
  vi.stubGlobal('createImageBitmap', async () => ({ width, height }));
  expect(await squarePicture(photo)).toBe(result);
  expect(drawn.drawImage.mock.lastCall?.slice(1)).toEqual([...part, 0, 0, 512, 512]);
  expect(drawn.fillStyle).toBe('#fff');
  expect(drawn.fillRect).toHaveBeenCalledWith(0, 0, 512, 512);
});

test('a chosen picture is sent as a JPEG and shows in the header', async () => {
  const { service, user } = await openAccount();
  service.reply(putPicture, withPicture);
  await user.upload(input(), photo);
  await waitFor(() => expect(shown()).toBe('/api/account/picture/1.jpg'));
  const [sent] = service.received(putPicture);
  expect(sent?.headers.get('content-type')).toBe('image/jpeg');
  expect(sent?.body).toBe(result);
  expect(input().value).toBe('');
});

test('a browser whose canvas answers with noise sends no picture, and says why', async () => {
  const { service, user } = await openAccount();
  const noise = () => ({ data: exact().data.map((value, index) => (index % 7 === 0 ? value ^ 1 : value)) });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ ...drawn, getImageData: noise } as never);
  await user.upload(input(), photo);
  await announces('this browser turns pictures into noise');
  expect(service.received(putPicture)).toEqual([]);
});

test('a file that the browser cannot read or draw is refused before it is sent', async () => {
  const { service, user } = await openAccount();
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('broken', 'InvalidStateError')));
  await user.upload(input(), photo);
  await announces('Please choose a picture that is a PNG, a JPEG or a WebP.');
  act(dismissToast);
  vi.stubGlobal('createImageBitmap', async () => ({ width: 2, height: 2 }));
  result = null;
  await user.upload(input(), photo);
  await announces('Please choose a picture that is a PNG, a JPEG or a WebP.');
  expect(service.received(putPicture)).toEqual([]);
});

test.each(['picture-refused', 'too-large', 'storage-full'] as const)(
  'a picture refused as %s says so, and the initials stay',
  async (code) => {
    const { service, user } = await openAccount();
    service.refuse(putPicture, code);
    await user.upload(input(), photo);
    await announces(`The picture was not changed${refusals[code].detail}`);
    expect(screen.getByRole('banner').textContent).toContain('AO');
  },
);

test('a picture is removed once, and the initials return', async () => {
  const { service, user } = await openAccount({ profileImageUrl: withPicture.profileImageUrl });
  service.disconnect(removePicture);
  await user.click(screen.getByRole('button', { name: 'Remove picture' }));
  await announces('The service could not be reached.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(service.received(removePicture)).toHaveLength(2));
  service.reply(removePicture, ada);
  pressTwice(screen.getByRole('button', { name: 'Remove picture' }));
  await waitFor(() => expect(screen.getByRole('banner').textContent).toContain('AO'));
  expect(service.received(removePicture)).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'Add a picture' })).not.toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Your picture' }));
});
