// The create form: it refuses what the service would refuse, in the same words, and sends only what the service accepts.
import { answerTwoMissing, questionTwoMissing, releaseWayMissing } from '@remembrance/contract/vaults.ts';
import { describe, expect, it } from 'vitest';
import { dateIsPast } from '../../form/past-date.ts';
import { checkVaultForm, emptyVaultForm, termsMissing, type VaultForm } from './vault-form.ts';

const now = new Date(2027, 2, 1, 10, 0);
const filled: VaultForm = {
  ...emptyVaultForm,
  planType: 'premium_one_time',
  title: 'For Maya',
  message: 'Remember the lake.',
  recipientName: 'مايا 👧🏽',
  recipientEmail: 'maya@example.org',
  securityQuestion1: 'Where did we learn to swim?',
  securityAnswer1: 'Lake Garda',
  executorEmail: 'ben@example.org',
  termsAccepted: true,
};
const check = (changes: Partial<VaultForm>) => {
  const { values, errors } = checkVaultForm({ ...filled, ...changes }, now);
  return {
    values,
    messages: Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message])),
  };
};

describe('the create form', () => {
  it('the form requires each field with the message of the specification', () => {
    const { messages } = check({ ...emptyVaultForm });
    expect(messages).toEqual({
      title: 'Title is required',
      recipientName: 'Recipient name is required',
      recipientEmail: 'Valid email is required',
      message: 'Message is required',
      securityQuestion1: 'Security question 1 is required',
      securityAnswer1: 'Security answer 1 is required',
      executorEmail: releaseWayMissing,
      scheduledReleaseDate: releaseWayMissing,
      termsAccepted: termsMissing,
    });
  });

  it('the form requires a plan when the address names an unknown one', () => {
    expect(check({ planType: 'gold' as VaultForm['planType'] }).messages.planType).toBe('Please select a pricing plan');
  });

  it('the form shows at both fields that a vault needs an executor or a date, and at neither once one is given', () => {
    const { messages } = check({ executorEmail: '' });
    expect(messages).toEqual({ executorEmail: releaseWayMissing, scheduledReleaseDate: releaseWayMissing });
    expect(check({ executorEmail: '', scheduledReleaseDate: '2027-03-02T10:00' }).messages).toEqual({});
  });

  it('the form requires the second question and its answer together or not at all', () => {
    expect(check({ securityAnswer2: 'Rex' }).messages).toEqual({ securityQuestion2: questionTwoMissing });
    expect(check({ securityQuestion2: 'Our dog?' }).messages).toEqual({ securityAnswer2: answerTwoMissing });
  });

  it('the form accepts an executor address that is valid or blank', () => {
    expect(check({ executorEmail: 'ben@' }).messages).toEqual({ executorEmail: 'Valid email is required' });
    expect(check({ executorEmail: '', scheduledReleaseDate: '2027-03-02T10:00' }).messages).toEqual({});
  });

  it('the form sends the local date as the same instant with its offset', () => {
    const { values } = check({ scheduledReleaseDate: '2027-06-01T08:30' });
    expect(values.scheduledReleaseDate).toMatch(/(Z|[+-]\d{2}:\d{2})$/);
    expect(Date.parse(values.scheduledReleaseDate ?? '')).toBe(new Date(2027, 5, 1, 8, 30).getTime());
  });

  it('the form refuses a date that has passed', () => {
    expect(check({ scheduledReleaseDate: '2027-03-01T09:59' }).messages).toEqual({
      scheduledReleaseDate: dateIsPast(now),
    });
    expect(check({ scheduledReleaseDate: '2027-03-01T10:01' }).messages).toEqual({});
  });

  it('the message about a date that has passed tells what the clock of this device says', () => {
    const { scheduledReleaseDate } = check({ scheduledReleaseDate: '2026-12-24T08:00' }).messages;
    expect(scheduledReleaseDate).toBe(
      'Please choose a date in the future. By this device’s clock it is now Mar 1, 2027, 10:00 AM.',
    );
  });

  it('the form does not send the terms checkbox to the service', () => {
    expect(check({}).values).not.toHaveProperty('termsAccepted');
  });
});
