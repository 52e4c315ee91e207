// What each refusal means for the recipient's page.
import type { AccessState } from '@remembrance/contract/access-state.ts';
import { describe, expect, it } from 'vitest';
import { stateAfterRefusal, timeLeft } from './access-rules.ts';

const questions: AccessState = { step: 'questions', questions: ['Where did we learn to swim?'] };
const now = new Date('2027-03-01T10:00:00Z');

describe('a refusal on the recipient page', () => {
  it('the page starts over when the link is unknown or has expired', () => {
    expect(stateAfterRefusal(questions, { code: 'link-expired' })).toBe('restart');
    expect(stateAfterRefusal(questions, { code: 'link-not-found' })).toBe('restart');
  });

  it('the page stays at the step and shows how long the questions are paused', () => {
    const retryAt = '2027-03-01T10:15:00Z';
    const paused = stateAfterRefusal(questions, { code: 'answers-paused', retryAt }) as AccessState;
    expect(paused).toEqual({ ...questions, pausedUntil: retryAt });
    expect(timeLeft(paused.pausedUntil, now)).toBe(15 * 60 * 1000);
    expect(timeLeft(paused.pausedUntil, new Date('2027-03-01T10:16:00Z'))).toBe(0);
    expect(timeLeft(undefined, now)).toBe(0);
  });

  it('the page pauses immediately when this wrong guess caused the pause', () => {
    const retryAt = '2027-03-01T10:15:00Z';
    expect(stateAfterRefusal(questions, { code: 'answers-refused', retryAt })).toMatchObject({ pausedUntil: retryAt });
  });

  it('the page reloads the state after a wrong answer, and when a code is needed or the questions are closed', () => {
    for (const code of ['answers-refused', 'answers-locked', 'mailbox-code-first', 'mailbox-code-not-needed']) {
      expect(stateAfterRefusal(questions, { code })).toBe('reload');
    }
  });

  it('the page offers a new code when the old one has expired', () => {
    const code = { expiresAt: '2027-03-01T10:10:00Z', resendAt: '2027-03-01T10:02:00Z' };
    const after = stateAfterRefusal({ ...questions, step: 'code', code }, { code: 'mailbox-code-over' });
    expect(after).toMatchObject({ step: 'code', code: undefined });
  });

  it('the page returns to the email step when the service requires it', () => {
    expect(stateAfterRefusal(questions, { code: 'email-step-first' })).toEqual({ step: 'email' });
  });

  it('the page changes nothing for a wrong address, a wrong code or a lost connection', () => {
    expect(stateAfterRefusal({ step: 'email' }, { code: 'link-email-refused' })).toBeUndefined();
    expect(stateAfterRefusal({ ...questions, step: 'code' }, { code: 'mailbox-code-refused' })).toBeUndefined();
    expect(stateAfterRefusal(questions, undefined)).toBeUndefined();
  });
});
