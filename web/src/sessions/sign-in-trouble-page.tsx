// Where a sign-in through the OpenID provider ended without a session: why, and how to go on.
import type { SignInTrouble } from '@remembrance/contract/openid.ts';
import { useSearch } from '../lib/search.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { EntryShell } from './entry-shell.tsx';
import { loginPath } from './login-redirect.ts';
import { useDestination } from './use-destination.ts';

interface Words {
  title: string;
  text: string;
}

const troubles: Record<SignInTrouble, Words> = {
  'provider-unavailable': {
    title: 'Signing in is not possible just now',
    text: 'The service that signs you in does not answer. Your vaults are safe, and executors can still release them. Please try again in a few minutes.',
  },
  'provider-refused': {
    title: 'You were not signed in',
    text: 'The service that signs you in said no, or you stopped on its page. You can try again.',
  },
  'sign-in-over': {
    title: 'Please begin again',
    text: 'This sign-in took too long, or was begun in another browser.',
  },
  'email-not-confirmed': {
    title: 'Your email address is not confirmed',
    text: 'The service that signs you in has not confirmed your email address. Please confirm it there, then try again.',
  },
  'account-not-linked': {
    title: 'This address needs to be confirmed first',
    text: 'There is an account with your email address that was never confirmed, so it may be somebody else’s. Choose a new password for it by letter; after that, both ways of signing in lead to it.',
  },
  'account-suspended': {
    title: 'This account is suspended',
    text: 'You cannot sign in for now. Your vaults are untouched, and executors can still release them. Please write to us if you think it is a mistake.',
  },
};

export default function SignInTroublePage() {
  const reason = useSearch().get('reason') ?? '';
  const destination = useDestination();
  const { title, text } = troubles[reason as SignInTrouble] ?? troubles['sign-in-over'];
  return (
    <EntryShell title={title}>
      <Notice
        variant="danger"
        action={
          reason === 'account-not-linked' ? (
            <ButtonLink to="/forgotten-password">Choose a new password</ButtonLink>
          ) : (
            <ButtonLink href={loginPath(destination)}>Try again</ButtonLink>
          )
        }
      >
        {text}
      </Notice>
    </EntryShell>
  );
}
