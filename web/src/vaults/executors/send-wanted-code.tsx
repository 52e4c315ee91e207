// The page behind "Send a new code" in an owner's email: an executor asked for one.
import { sendWantedCode } from '@remembrance/contract/check-in.ts';
import { call } from '../../lib/call.ts';
import { OnePressPage } from '../../people/forms/one-press-page.tsx';
import { AsWritten } from '../../ui/as-written.tsx';

export const SendWantedCode = ({ token }: { token: string }) => (
  <OnePressPage
    title="Send a new code?"
    lead="Your executor no longer has the code and asked for a new one. We send it to the address that your vault names. The previous code stops working."
    otherwise="If you are not sure that it was your executor who asked, speak to them first. Opening this page changes nothing."
    button="Send a new code"
    send={() => call(sendWantedCode, { body: { token } })}
    done={({ executorName }) => ({
      title: 'The new code is on its way',
      text: (
        <>
          We have emailed <AsWritten>{executorName}</AsWritten>. The previous code no longer works. You may close this
          page.
        </>
      ),
    })}
  />
);
