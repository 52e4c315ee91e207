// Shown when a sign-in through the OpenID provider failed: why, and what to do next.
import { type SignInTrouble, signInTroubles } from '@remembrance/contract/openid.ts';
import { useSearch } from '../../lib/location.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useDestination } from '../forms/destination.ts';
import { FormPage } from '../forms/form-page.tsx';
import { loginPath } from '../sessions/login-redirect.ts';

interface TroubleText {
  title: string;
  text: string;
}

const troubles: Record<SignInTrouble, TroubleText> = {
  'provider-unavailable': {
    title: 'You cannot sign in at the moment',
    text: 'The service that signs you in is not responding. Your vaults are safe, and executors can still release them. Please try again in a few minutes.',
  },
  'provider-refused': {
    title: 'You were not signed in',
    text: 'The service that signs you in did not confirm the sign-in, or it was cancelled. You can try again.',
  },
  'sign-in-over': {
    title: 'Please start again',
    text: 'This sign-in took too long, or was started in another browser.',
  },
  'email-missing': {
    title: 'Your email address is missing',
    text: 'The service that signs you in did not send your email address. Please add one there, or allow it to be sent, then try again.',
  },
  'email-not-confirmed': {
    title: 'Your email address is not confirmed',
    text: 'The service that signs you in reports that your email address is not confirmed. Please confirm it there, then try again. If it reports this for everybody, nobody can sign in until the people who run this site trust its addresses (OPENID_TRUST_EMAIL).',
  },
  'email-confirmation-unknown': {
    title: 'Nobody can sign in here yet',
    text: 'The service that signs you in does not report whether an email address is confirmed, so nobody can sign in. The people who run this site can make it report this, or trust its addresses (OPENID_TRUST_EMAIL). Your vaults are safe, and executors can still release them.',
  },
  'account-suspended': {
    title: 'This account is suspended',
    text: 'You cannot sign in for now. Your vaults are not affected, and executors can still release them. Please write to us if you think this is a mistake.',
  },
};

export default function SignInTroublePage() {
  const given = useSearch().get('reason');
  const reason = signInTroubles.find((trouble) => trouble === given) ?? 'sign-in-over';
  const destination = useDestination();
  const { title, text } = troubles[reason];
  return (
    <FormPage title={title}>
      <Notice variant="danger" action={<ButtonLink href={loginPath(destination)}>Try again</ButtonLink>}>
        {text}
      </Notice>
    </FormPage>
  );
}
