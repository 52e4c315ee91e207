import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { describe, expect, it } from 'vitest';
import { editAllowance } from './edit-allowance.ts';

const vault = { editCount: 0, editsAllowed: 2, paymentStatus: 'paid' } as const;

describe('the edits of a vault', () => {
  it('are said before one is used', () => {
    expect(editAllowance(vault)).toEqual({ isAllowed: true, words: '2 edits left' });
    expect(editAllowance({ ...vault, editCount: 1 })).toEqual({ isAllowed: true, words: '1 edit left' });
    expect(editAllowance({ ...vault, editsAllowed: unlimited, editCount: 99 }).words).toBe('Unlimited edits');
  });

  it('are refused with the reason when none is left or the plan has ended', () => {
    expect(editAllowance({ ...vault, editCount: 2 })).toEqual({
      isAllowed: false,
      words: 'This vault has no edits left on its plan.',
    });
    expect(editAllowance({ ...vault, editsAllowed: unlimited, paymentStatus: 'lapsed' }).isAllowed).toBe(false);
  });
});
