// Shown for any address that is not in the route table.
import { ButtonLink } from '../ui/button.tsx';
import { PageShell } from '../ui/page/page-shell.tsx';

export default function NotFoundPage() {
  return (
    <PageShell title="404 Page Not Found" lead="Did you forget to add the page to the router?" width="text">
      <p className="mb-8 max-w-[42ch]">
        There is no page at this address. If you followed a link from an email, open it there again or copy the complete
        link.
      </p>
      <ButtonLink to="/">Return Home</ButtonLink>
    </PageShell>
  );
}
