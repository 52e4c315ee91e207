// The pages behind the links of the check-in and of the yearly emails. They are one part, because each is small and rarely opened.
import { linkPage } from '../lib/link-page.tsx';
import { useLocation } from '../lib/location.tsx';
import { SendWantedCode } from '../vaults/executors/send-wanted-code.tsx';
import { StillHaveIt } from '../vaults/executors/still-have-it.tsx';
import { IAmWell } from './i-am-well.tsx';

function EmailedAnswerPage({ token }: { token: string }) {
  const { pathname } = useLocation();
  if (pathname.startsWith('/still-have-it')) return <StillHaveIt token={token} />;
  return pathname.startsWith('/send-wanted-code') ? <SendWantedCode token={token} /> : <IAmWell token={token} />;
}

export default linkPage(EmailedAnswerPage);
