// On every page of an owner, while this installation sends no mail: letters are kept, and here is where.
import { useService } from '../lib/service.ts';

export function KeptLettersNotice() {
  const { data: service } = useService();
  if (service?.letters !== 'kept') return null;
  return (
    <aside aria-label="Letters" className="on-screen-only border-line border-b bg-vellum px-5 py-2 text-center text-sm">
      Letters are kept here and not sent, because no mail server is set up.
      {service.mailboxPath && (
        <>
          {' '}
          <a className="text-link" href={service.mailboxPath}>
            Open the mailbox
          </a>
        </>
      )}
    </aside>
  );
}
