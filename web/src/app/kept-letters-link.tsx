// In the footer of an owner's pages while no mail server is set up: where the letters are that would be sent.
import { useService } from '../lib/service.ts';

export function KeptLettersLink() {
  const { data: service } = useService();
  if (service?.letters !== 'kept') return null;
  if (!service.mailboxPath) return <span className="inline-flex min-h-11 items-center">Letters are not sent</span>;
  return (
    <a className="inline-flex min-h-11 items-center hover:text-ink" href={service.mailboxPath}>
      Mailbox
    </a>
  );
}
