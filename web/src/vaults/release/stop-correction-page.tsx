// The page behind "Stop the correction" in the owner's email.
import { stopCorrection } from '@remembrance/contract/follow-up.ts';
import { call } from '../../lib/call.ts';
import { linkPage } from '../../lib/link-page.tsx';
import { OnePressPage } from '../../people/forms/one-press-page.tsx';
import { AsWritten } from '../../ui/as-written.tsx';

const StopCorrectionPage = ({ token }: { token: string }) => (
  <OnePressPage
    title="Stop the correction?"
    lead="Your executor asked us to write to another address of the recipient. If you press the button, the address stays as it is, and we notify your executors."
    otherwise="If the new address is right, just close this page. Opening it has stopped nothing."
    button="Stop the correction"
    send={() => call(stopCorrection, { body: { token } })}
    done={({ vaultTitle }) => ({
      title: 'The address stays',
      text: (
        <>
          <span>We do not write to the other address about “</span>
          <AsWritten>{vaultTitle}</AsWritten>
          <span>
            ”. The links that we have sent still work. We have notified your executors. You may close this page.
          </span>
        </>
      ),
    })}
  />
);

export default linkPage(StopCorrectionPage);
