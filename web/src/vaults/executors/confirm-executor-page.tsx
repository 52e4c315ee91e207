// The page behind "I have it" in an executor's letter. The press tells the owner that the letter arrived.
import { confirmExecutor } from '@remembrance/contract/executors.ts';
import { call } from '../../lib/call.ts';
import { shortDate } from '../../lib/dates.ts';
import { linkPage } from '../../lib/link-page.tsx';
import { OnePressPage } from '../../people/forms/one-press-page.tsx';
import { AsWritten } from '../../ui/as-written.tsx';

const ConfirmExecutorPage = ({ token }: { token: string }) => (
  <OnePressPage
    title="Do you have the email?"
    lead="It contains an access code that only you have. If you press the button, we tell the person who named you that the email arrived."
    otherwise="Opening this page notifies nobody. Neither the page nor the button releases anything."
    button="I have it"
    send={() => call(confirmExecutor, { body: { token } })}
    done={({ ownerName, confirmedAt }) => ({
      title: 'Thank you',
      text: (
        <>
          <AsWritten>{ownerName}</AsWritten> can see that you have the email, since{' '}
          <span>{shortDate(confirmedAt)}</span>. There is nothing else to do today. Please keep the email safe, where
          you will find it again in many years. You may close this page.
        </>
      ),
    })}
  />
);

export default linkPage(ConfirmExecutorPage);
