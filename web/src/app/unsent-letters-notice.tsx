// Shown on every owner page while no mail server is set up: letters are stored, with a link to the mailbox.
import { useService } from '../lib/service.ts';

export function UnsentLettersNotice() {
  const { data: service } = useService();
  if (service?.letters !== 'kept') return null;
  return (
    <aside aria-label="Letters" className="on-screen-only border-line border-b bg-vellum px-5 py-2 text-center text-sm">
      Letters are stored here and not sent, because no mail server is set up.
      {service.mailboxPath && (
        <span>
          {' '}
          <a className="text-link" href={service.mailboxPath}>
            Open the mailbox
          </a>
        </span>
      )}
    </aside>
  );
}
