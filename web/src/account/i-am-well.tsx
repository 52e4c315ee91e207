// The page behind "I am well" in our email. A link that was answered before is thanked.
import { answerCheckIn } from '@remembrance/contract/check-in.ts';
import { call } from '../lib/call.ts';
import { dayInFull } from '../lib/dates.ts';
import { OnePressPage } from '../people/forms/one-press-page.tsx';
import { ButtonLink } from '../ui/button.tsx';

export const IAmWell = ({ token }: { token: string }) => (
  <OnePressPage
    title="Are you well?"
    lead="One press answers our email. Nothing else changes."
    otherwise="Opening this page answers nothing. If you did not expect our email, sign in and open “Check-in” under your account."
    button="I am well"
    send={() => call(answerCheckIn, { body: { token } })}
    done={({ isNew, nextAt }) => ({
      title: isNew ? 'Good to hear' : 'Already answered, thank you',
      text: nextAt
        ? `We ask again on ${dayInFull(nextAt)} at the earliest, and only if you have not been here until then. You may close this page.`
        : 'We do not ask again, because the check-in is off. You may close this page.',
      action: (
        <ButtonLink to="/check-in" variant="secondary" isReplacing>
          Change the check-in
        </ButtonLink>
      ),
    })}
  />
);
