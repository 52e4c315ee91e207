// The page behind "Report this email". The press reports the email to the operator.
import { reportEmail } from '@remembrance/contract/report-email.ts';
import { call } from '../../lib/call.ts';
import { linkPage } from '../../lib/link-page.tsx';
import { OnePressPage } from '../../people/forms/one-press-page.tsx';
import { SupportLink } from '../../ui/support-link.tsx';

const ReportEmailPage = ({ token }: { token: string }) => (
  <OnePressPage
    title="Report this email"
    lead="Is it spam, a trick, or meant to hurt you? Report it, and a person looks at the account that caused it. The owner of the account does not learn who reported it."
    otherwise="If you just do not need the email, you can ignore it. If somebody you know has named you, ask them first: after a report, emails from them to you and to others may wait for up to a week. Nothing is deleted."
    button="Report this email"
    send={() => call(reportEmail, { body: { token } })}
    done={() => ({
      title: 'Thank you for the report',
      text: (
        <>
          We have notified the person who runs this service. Until they have looked, emails from the same account wait,
          for a week at most. If you want to say more, write to <SupportLink />. You may close this page.
        </>
      ),
    })}
  />
);

export default linkPage(ReportEmailPage);
