// The recorder with a fake microphone and camera: every step, every way it can fail, and that it releases both devices.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addFiles, openForm, textFile } from '../../../../testing/create-form.ts';
import { pageText, readyButton } from '../../../../testing/on-screen.ts';
import { announces, shows } from '../../../../testing/open-screen.tsx';

/** The parts of MediaRecorder that the recorder uses. The test supplies its chunks. */
class FakeRecorder {
  static canStart = true;
  static supported: (type: string) => boolean = (type) => type.startsWith('audio/mp4') || type.startsWith('video/mp4');
  static last: FakeRecorder | undefined;
  static isTypeSupported = (type: string) => FakeRecorder.supported(type);
  state = 'inactive';
  mimeType = 'audio/ogg;codecs=opus';
  piece = new Blob(['sound']);
  ondataavailable: (event: { data: Blob }) => void = () => {};
  onstop: () => void = () => {};
  constructor() {
    if (!FakeRecorder.canStart) throw new DOMException('no', 'NotSupportedError');
    FakeRecorder.last = this;
  }
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.ondataavailable({ data: this.piece });
    this.onstop();
  }
}

let isHeld: boolean;
let getUserMedia: ReturnType<typeof vi.fn<(wanted: MediaStreamConstraints) => Promise<MediaStream>>>;
const stream = () => {
  isHeld = true;
  const stop = () => {
    isHeld = false;
  };
  return { getTracks: () => [{ stop }] } as unknown as MediaStream; // jsdom has none
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2027-03-01T10:00:00Z') });
  isHeld = false;
  FakeRecorder.canStart = true;
  getUserMedia = vi.fn(async () => stream());
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  Object.assign(navigator, { mediaDevices: { getUserMedia } });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

const press = async (name: string) => fireEvent.click(await readyButton(name));
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const time = () => screen.getByRole('timer').textContent;
const files = () => screen.queryByRole('list', { name: 'Files in this vault' })?.textContent ?? '';

async function record(kind: 'audio' | 'video') {
  await openForm();
  await press(`Record ${kind}`);
  await screen.findByRole('timer');
}

test('a recording shows its time, can be heard before it is added, and becomes a file of the vault', {
  tags: 'long',
}, async () => {
  await record('audio');
  expect(getUserMedia).toHaveBeenCalledWith({ audio: true });
  expect(time()).toBe('0:00');
  await pass(62);
  expect(time()).toMatch(/^1:0[23]$/);
  expect(document.activeElement?.textContent).toBe('Stop recording');
  await press('Stop recording');
  const player = await screen.findByLabelText(/^Your audio recording, 1:0[23]$/);
  expect(player.tagName).toBe('AUDIO');
  expect(document.activeElement?.textContent).toBe('Add to Vault');
  expect(isHeld).toBe(false);
  await press('Add to Vault');
  await announces('Recording AddedIt is in the list of files.');
  expect(files()).toMatch(/^A recordingMusicunder 0\.01 MB/);
  expect(files()).not.toContain('recorded-');
  await readyButton('Record audio');
});

test('a video shows the camera’s picture, and discarding it keeps nothing', { tags: 'long' }, async () => {
  await record('video');
  expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({ audio: true, video: { facingMode: 'user' } });
  expect(screen.getByLabelText('What the camera sees')).toBeDefined();
  await press('Stop recording');
  await screen.findByLabelText(/^Your video recording/);
  await press('Discard');
  expect((await readyButton('Record video')).ownerDocument.activeElement?.textContent).toBe('Record video');
  expect(files()).toBe('');
  expect(isHeld).toBe(false);
});

test.each([
  ['NotAllowedError', 'audio', 'Permission Denied', 'Please allow audio access to record a message.'],
  ['NotAllowedError', 'video', 'Permission Denied', 'Please allow video access to record a message.'],
  ['NotFoundError', 'audio', 'No microphone found', 'add a file from this device instead'],
  ['NotReadableError', 'video', 'The camera is busy', 'Close it and try again'],
  ['TypeError', 'video', 'This browser cannot record', 'You can record with another app and add the file instead.'],
] as const)('%s for %s says ‘%s’, and it can be tried again', async (name, kind, title, words) => {
  getUserMedia.mockRejectedValueOnce(Object.assign(new Error('no'), { name }));
  await openForm();
  await press(`Record ${kind}`);
  await announces(title);
  expect(screen.getByRole('main').textContent).toContain(words);
  await press(`Record ${kind}`);
  await screen.findByRole('timer');
  expect(screen.getByRole('main').textContent).not.toContain(words);
});

test('a browser that cannot record says so and releases the microphone', async () => {
  FakeRecorder.canStart = false;
  await openForm();
  await press('Record audio');
  await announces('This browser cannot record');
  expect(isHeld).toBe(false);
});

test('a recording without data is not kept, and the page says what to do', async () => {
  await record('audio');
  if (FakeRecorder.last) FakeRecorder.last.piece = new Blob([]);
  await press('Stop recording');
  await shows('Nothing was recordedIt was too short.');
  await readyButton('Record audio');
  expect(files()).toBe('');
});

test('a recording stops by itself before it is too large for a vault', async () => {
  await record('video');
  const { last } = FakeRecorder;
  const large = (megabytes: number) =>
    Object.defineProperty(new Blob(['film']), 'size', { value: megabytes * 1024 * 1024 });
  act(() => last?.ondataavailable({ data: large(491) }));
  expect(last?.state).toBe('recording');
  act(() => last?.ondataavailable({ data: large(2) }));
  await screen.findByLabelText(/^Your video recording/);
  expect(isHeld).toBe(false);
});

test('leaving the page while it records, or before permission is given, releases the microphone', {
  tags: 'long',
}, async () => {
  await record('audio');
  expect(isHeld).toBe(true);
  cleanup();
  expect(isHeld).toBe(false);

  const permission = Promise.withResolvers<MediaStream>();
  getUserMedia.mockReturnValueOnce(permission.promise);
  await openForm();
  await press('Record audio');
  cleanup();
  permission.resolve(stream());
  await waitFor(() => expect(isHeld).toBe(false));
});

test('a recording is refused by name if the vault is full, and stays in its preview', { tags: 'long' }, async () => {
  await record('audio');
  addFiles(...['one', 'two', 'three', 'four', 'five'].map((name) => textFile(`${name}.txt`)));
  await shows('5 of 5 files.');
  await press('Stop recording');
  await press('Add to Vault');
  await waitFor(() => expect(pageText()).toContain('The recording was not added: a vault holds at most 5 files'));
  fireEvent.click(screen.getByRole('button', { name: 'Remove one.txt' }));
  await press('Add to Vault');
  await waitFor(() => expect(files()).toContain('A recording'));
});

test('the page says which kind is being prepared, and asks for the microphone once', async () => {
  const permission = Promise.withResolvers<MediaStream>();
  getUserMedia.mockReturnValueOnce(permission.promise);
  await openForm();
  await press('Record audio');
  const button = screen.getByRole('button', { name: 'Record audio' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  await act(async () => permission.resolve(stream()));
  await within(screen.getByRole('region', { name: 'Vault contents' })).findByRole('timer');
  expect(getUserMedia).toHaveBeenCalledTimes(1);
});
