// The page behind "Report this email". Opening it changes nothing; one press reports the email to the operator.
import { reportEmail } from '@remembrance/contract/report-email.ts';
import { type CallError, call } from '../../lib/call.ts';
import { linkPage } from '../../lib/link-page.tsx';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { FormPage } from '../../people/forms/form-page.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice, RefusalNotice } from '../../ui/notice.tsx';
import { SupportLink } from '../../ui/support-link.tsx';

function ReportEmailPage({ token }: { token: string }) {
  const report = useMutationOnce<unknown, CallError>({ mutationFn: () => call(reportEmail, { body: { token } }) });
  if (report.data) {
    return (
      <FormPage title="Thank you for the report">
        <Notice variant="success" isAnnounced>
          We have notified the person who runs this service. Until they have looked, emails from the same account wait,
          for a week at most. If you want to say more, write to <SupportLink />. You may close this page.
        </Notice>
      </FormPage>
    );
  }
  return (
    <FormPage
      title="Report this email"
      lead="Is it spam, a trick, or meant to hurt you? Report it, and a person looks at the account that caused it. The owner of the account does not learn who reported it."
      otherwise="If you just do not need the email, you can ignore it. If somebody you know has named you, ask them first: after a report, emails from them to you and to others may wait for up to a week. Nothing is deleted."
    >
      <div className="grid gap-5">
        <RefusalNotice error={report.error} />
        <Button isWide isBusy={report.isPending} onClick={() => report.mutateOnce()}>
          Report this email
        </Button>
      </div>
    </FormPage>
  );
}

export default linkPage(ReportEmailPage);
