import { signUpBody } from '@remembrance/contract/sessions.ts';
import { createVaultBody } from '@remembrance/contract/vaults.ts';
import { expect, test } from 'vitest';
import { checkedBy } from './form.ts';

const complete = {
  name: '  Margaret ',
  lastName: 'Hale',
  email: 'margaret@example.org',
  password: 'a quiet house by the sea',
  termsAccepted: true,
  isAdult: true,
};

test('a complete form yields what the schema made of it', () => {
  expect(checkedBy(signUpBody, complete)).toEqual({ values: { ...complete, name: 'Margaret' }, errors: {} });
});

test('each field gets its own first sentence', () => {
  const { errors } = checkedBy(signUpBody, { ...complete, name: ' ', email: 'margaret', isAdult: undefined });
  expect(errors).toMatchObject({
    name: { message: 'First name is required' },
    email: { message: 'Valid email is required' },
    isAdult: { message: 'You must be at least 18 years old' },
  });
  expect(Object.keys(errors)).toHaveLength(3);
});

test('a complaint inside a list lands at its place in the list', () => {
  const { errors } = checkedBy(createVaultBody, {
    uploadedFiles: [{ fileName: '', fileType: 'art', mimeType: 'image/png', fileSize: '1' }],
  });
  expect(errors).toMatchObject({ uploadedFiles: [{ fileName: { message: 'File name is required' } }] });
});
