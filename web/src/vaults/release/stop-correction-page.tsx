// The page behind "Stop the correction" in the owner's email.
import { stopCorrection } from '@remembrance/contract/follow-up.ts';
import { call } from '../../lib/call.ts';
import { linkPage } from '../../lib/link-page.tsx';
import { OnePressPage } from '../../people/forms/one-press-page.tsx';
import { AsWritten } from '../../ui/as-written.tsx';

const StopCorrectionPage = ({ token }: { token: string }) => (
  <OnePressPage
    title="Stop the correction?"
    lead="Your executor asked us to write to another address of the recipient. If you press the button, we do not."
    otherwise="If the new address is right, just close this page."
    button="Stop the correction"
    send={() => call(stopCorrection, { body: { token } })}
    done={({ vaultTitle }) => ({
      title: 'The address stays',
      text: (
        <>
          We do not write to the other address about <AsWritten>{vaultTitle}</AsWritten>. The links that we have sent
          still work. You may close this page.
        </>
      ),
    })}
  />
);

export default linkPage(StopCorrectionPage);
