// The terms about the agreement between owner and service: sections 11 to 22.
import { product } from '../../lib/product.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { SupportLink } from '../../ui/support-link.tsx';
import type { LegalPart } from './legal-text.tsx';

export const generalTerms: readonly LegalPart[] = [
  {
    title: 'Limit of liability',
    text: (
      <>
        <p>
          The service is provided as it is. As far as the law allows, we give no warranties beyond these terms and are
          not liable for indirect or consequential harm, for distress, or for content that was lost, delivered late,
          delivered to the wrong person or not delivered.
        </p>
        <p>
          In any case our liability to you is limited to the amount you paid us in the 12 months before the event.
          Nothing here limits liability that the law does not allow to be limited.
        </p>
      </>
    ),
  },
  {
    title: 'Indemnification',
    text: (
      <p>
        If someone makes a claim against us because of what you put in a vault, or because you broke these terms or
        another person’s rights, you will compensate us for the reasonable costs.
      </p>
    ),
  },
  {
    title: 'Prohibited content',
    text: (
      <>
        <p>You may not use the service for content that</p>
        <ul>
          <li>is illegal, or serves something illegal;</li>
          <li>infringes the copyright, trademark or other rights of anyone;</li>
          <li>contains malware or is meant to harm a device or a network;</li>
          <li>threatens, harasses or abuses anyone;</li>
          <li>is spam or advertising;</li>
          <li>exploits or endangers children in any way;</li>
          <li>violates another person’s privacy.</li>
        </ul>
        <p>
          We do not read vaults to look for such content. If we learn of it, we may remove it and must sometimes report
          it.
        </p>
      </>
    ),
  },
  {
    title: 'Termination',
    text: (
      <>
        <p>
          You may delete your vaults at any time before their release, and your account at any time on its own page. We
          remove the data of a deleted account within 90 days; backups may contain some of it for up to one year.
        </p>
        <p>
          We may suspend or end an account that breaks these terms, was opened with false information or is used for
          fraud, if the law requires it, or if the service closes. If we can, we notify you first and give you time to
          save your content.
        </p>
      </>
    ),
  },
  {
    title: 'Changes to the service',
    text: (
      <p>
        We may improve, change or retire parts of the service. If a change would take away something you have paid for,
        or if the service should close, we will write to you ahead of time at the address of your account.
      </p>
    ),
  },
  {
    title: 'Scheduled release',
    text: (
      <p>
        You may set a date and time at which the service releases an activated vault without an executor. We write to
        you 7 days and 1 day before, or immediately if less time is left, unless you have turned these reminders off.
        Until that moment you may remove or postpone the date, which never uses an edit and needs no active plan, choose
        an earlier date as an edit within your plan, or delete the vault; a vault without an executor always has a date.
        We write to your executors when a date is removed or postponed. If the service is down at that moment, it
        releases the vault as soon as it is back. If our clock may be wrong, or after a restore from a backup, it
        releases the vault after we have checked. Like any other release, you may undo it until the recipient has proven
        who they are, and not after.
      </p>
    ),
  },
  {
    title: 'International users',
    text: (
      <p>
        The service is offered from the United States. If you use it from elsewhere, you agree that your data is
        processed there, and you are responsible for following the law where you are.
      </p>
    ),
  },
  {
    title: 'Disputes',
    text: (
      <>
        <p>
          Please write to us first; we can settle most things by email. These terms are governed by the laws of the
          United States and the State of Delaware.
        </p>
        <p>
          A dispute that cannot be settled is decided by binding arbitration under the rules of the American Arbitration
          Association. Either of us may instead go to a small claims court that has jurisdiction. You and we waive trial
          by jury and class actions, as far as the law allows.
        </p>
      </>
    ),
  },
  {
    title: 'Severability',
    text: <p>If a part of these terms cannot be enforced, the rest stays in force.</p>,
  },
  {
    title: 'Entire agreement',
    text: (
      <p>
        These terms and the Privacy Policy are the complete agreement between you and{' '}
        <AsWritten>{product.name}</AsWritten> about the service, and replace all previous agreements.
      </p>
    ),
  },
  {
    title: 'Contact',
    text: (
      <p>
        Write to <SupportLink />. If you are an executor or a recipient and something does not work, please write too;
        you need no account for it.
      </p>
    ),
  },
  {
    title: 'Changes to these terms',
    text: (
      <p>
        When these terms change, we change the date above. If a change matters to your rights, we write to you before it
        takes effect. Using the service afterwards means that you accept the new terms; if you do not, you may end your
        account.
      </p>
    ),
  },
];
