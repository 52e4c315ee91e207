// Leads an owner through the recipient's whole way, where nothing is sent, counted or released.
import type { Vault } from '@remembrance/contract/vaults.ts';
import { AsWritten } from '../ui/as-written.tsx';
import { ButtonLink } from '../ui/button.tsx';

interface PreviewLinkProps {
  vault: Pick<Vault, 'id' | 'recipientName'>;
  size?: 'compact';
}

export const PreviewLink = ({ vault: { id, recipientName }, size }: PreviewLinkProps) => (
  <ButtonLink variant="secondary" className="justify-self-start" to={`/vault/${id}/preview`} {...(size && { size })}>
    <span>
      See it as <AsWritten>{recipientName}</AsWritten> will
    </span>
  </ButtonLink>
);
