// Forms are checked by the contract's schemas: each invalid field gets its first message.
import { signUpBody } from '@remembrance/contract/sign-in.ts';
import { createVaultBody } from '@remembrance/contract/vaults.ts';
import { expect, test } from 'vitest';
import { validateForm } from './form.ts';

const complete = {
  name: '  Margaret ',
  lastName: 'Hale',
  email: 'margaret@example.org',
  password: 'a quiet house by the sea',
  termsAccepted: true,
  isAdult: true,
};

test('a complete form returns the values parsed by the schema', () => {
  expect(validateForm(signUpBody, complete)).toEqual({ values: { ...complete, name: 'Margaret' }, errors: {} });
});

test('each invalid field gets its first message', () => {
  const { errors } = validateForm(signUpBody, { ...complete, name: ' ', email: 'margaret', isAdult: undefined });
  expect(errors).toMatchObject({
    name: { message: 'First name is required' },
    email: { message: 'Valid email is required' },
    isAdult: { message: 'You must be at least 18 years old' },
  });
  expect(Object.keys(errors)).toHaveLength(3);
});

test('an error inside a list is reported at its index', () => {
  const { errors } = validateForm(createVaultBody, {
    uploadedFiles: [{ fileName: '', fileType: 'art', mimeType: 'image/png', fileSize: '1' }],
  });
  expect(errors).toMatchObject({ uploadedFiles: [{ fileName: { message: 'File name is required' } }] });
});
