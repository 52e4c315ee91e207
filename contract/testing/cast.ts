// The people of the tests, the same in every workspace: Ada writes to Rosa, and Edda releases. Otto is another owner.
import type { BodySent } from '../src/endpoint.ts';
import type { signUp } from '../src/sign-in.ts';
import type { createVault } from '../src/vaults.ts';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export const ada: Person = {
  firstName: 'Ada',
  lastName: 'Lindqvist',
  email: 'ada@example.com',
  password: 'harbour lantern seventeen',
};
export const otto: Person = {
  firstName: 'Otto',
  lastName: 'Brandt',
  email: 'otto@example.com',
  password: 'a chestnut in november',
};
/** The executor. */
export const edda = { name: 'Edda Moreau', email: 'edda@example.com' };
/** The recipient. */
export const rosa = { name: 'Rosa Lindqvist', email: 'rosa@example.com' };
const heron = { question: 'Where did we see the heron?', answer: 'At the mill pond' };
const boat = { question: 'What was the name of the boat?', answer: 'Pétrel' };
/** The recipient's questions, with the right answers. */
export const questions = [heron, boat];

export const wrongAnswers = questions.map(({ question }) => ({ question, answer: 'I do not know' }));

/** A person like `person`, with a different address. */
export const another = (person: Person, number: number): Person => ({
  ...person,
  email: person.email.replace('@', `-${number}@`),
});

export const signUpBody = ({ firstName: name, lastName, email, password }: Person): BodySent<typeof signUp> => ({
  name,
  lastName,
  email,
  password,
  termsAccepted: true,
  isAdult: true,
});

export type VaultForm = BodySent<typeof createVault>;

/** A complete body of createVault: by default for Rosa, with Edda as executor and two questions. */
export const vaultForm = (changes: Partial<VaultForm> = {}): VaultForm => ({
  planType: 'basic_one_time',
  title: 'For Rosa',
  recipientName: rosa.name,
  recipientEmail: rosa.email,
  message: 'The heron came back.\nI wanted you to know.',
  executorName: edda.name,
  executorEmail: edda.email,
  securityQuestion1: heron.question,
  securityAnswer1: heron.answer,
  securityQuestion2: boat.question,
  securityAnswer2: boat.answer,
  ...changes,
});
