// An owner sees how many edits are left before using one, and the reason if there are none.
import { planCatalogue, unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { describe, expect, it } from 'vitest';
import { editAllowance } from './edit-allowance.ts';

const vault = { editCount: 0, editsAllowed: 2, paymentStatus: 'paid' } as const;

describe('the edits of a vault', () => {
  it('the edits left are shown before one is used', () => {
    expect(editAllowance(vault)).toEqual({ isAllowed: true, isCounted: true, text: '2 edits left' });
    expect(editAllowance({ ...vault, editCount: 1 })).toMatchObject({ isCounted: true, text: '1 edit left' });
  });

  it('edits are not counted on an unlimited plan, nor before the vault is active', () => {
    expect(editAllowance({ ...vault, editsAllowed: unlimited, editCount: 99 })).toEqual({
      isAllowed: true,
      isCounted: false,
      text: 'Unlimited edits',
    });
    expect(editAllowance({ ...vault, editCount: 9, paymentStatus: 'unpaid' })).toMatchObject({
      isAllowed: true,
      isCounted: false,
    });
  });

  it('an edit is refused with a reason if none is left or the plan has ended', () => {
    expect(editAllowance({ ...vault, editCount: 2 })).toMatchObject({ isAllowed: false, isCounted: false });
    expect(editAllowance({ ...vault, editsAllowed: unlimited, paymentStatus: 'lapsed' }).isAllowed).toBe(false);
  });

  it('once the edits are used up, the text names every plan that allows more', () => {
    const { text } = editAllowance({ ...vault, editCount: 2 });
    expect(text).toContain('This vault has no edits left on its plan.');
    for (const plan of planCatalogue.filter(({ editsAllowed }) => editsAllowed === unlimited)) {
      expect(text).toContain(plan.displayName);
    }
  });
});
