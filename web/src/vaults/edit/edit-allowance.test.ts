// An owner sees how many edits are left before using one, and the reason when none is.
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { describe, expect, it } from 'vitest';
import { editAllowance } from './edit-allowance.ts';

const vault = { editCount: 0, editsAllowed: 2, paymentStatus: 'paid' } as const;

describe('the edits of a vault', () => {
  it('EDIT-7: are shown before one is used', () => {
    expect(editAllowance(vault)).toEqual({ isAllowed: true, text: '2 edits left' });
    expect(editAllowance({ ...vault, editCount: 1 })).toEqual({ isAllowed: true, text: '1 edit left' });
    expect(editAllowance({ ...vault, editsAllowed: unlimited, editCount: 99 }).text).toBe('Unlimited edits');
  });

  it('EDIT-8: are refused with a reason when none is left or the plan has ended', () => {
    expect(editAllowance({ ...vault, editCount: 2 })).toEqual({
      isAllowed: false,
      text: 'This vault has no edits left on its plan.',
    });
    expect(editAllowance({ ...vault, editsAllowed: unlimited, paymentStatus: 'lapsed' }).isAllowed).toBe(false);
  });
});
