// Which edits a plan allows.
import { expect, test } from 'vitest';
import { editRefusal } from './edit-rules.ts';

const vault = { status: 'active', paymentStatus: 'paid', editCount: 0 };

test('a released vault and a lapsed plan have separate refusals, and the release is checked first', () => {
  expect(editRefusal({ ...vault, status: 'released', paymentStatus: 'lapsed' }, -1)).toBe('vault-released');
  expect(editRefusal({ ...vault, paymentStatus: 'lapsed' }, -1)).toBe('plan-lapsed');
});

test('an edit is refused at the limit and beyond, but not just below it; a released or lapsed vault stays refused', () => {
  expect([0, 1, 2, 3].map((editCount) => editRefusal({ ...vault, editCount }, 2))).toEqual([
    null,
    null,
    'edit-limit-reached',
    'edit-limit-reached',
  ]);
  expect(editRefusal({ ...vault, paymentStatus: 'lapsed', editCount: 5 }, 1)).toBe('plan-lapsed');
  expect(editRefusal({ ...vault, paymentStatus: 'trial' }, 0)).toBe('edit-limit-reached');
});

test('a draft can be edited freely until it is paid for', () => {
  expect(editRefusal({ ...vault, paymentStatus: 'unpaid', editCount: 7 }, 1)).toBeNull();
  expect(editRefusal({ ...vault, paymentStatus: 'paid', editCount: 7 }, 1)).toBe('edit-limit-reached');
});
