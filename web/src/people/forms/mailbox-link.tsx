// A link to the built-in mailbox, shown if no mail server is set up.
import { useService } from '../../lib/service.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

export function MailboxLink() {
  const { data: service } = useService();
  if (!service?.mailboxPath) return null;
  return (
    <Notice
      title="Emails are stored here"
      action={
        <ButtonLink variant="secondary" href={service.mailboxPath}>
          Open the mailbox
        </ButtonLink>
      }
    >
      No mail server is set up, so your email is in this installation’s own mailbox.
    </Notice>
  );
}
