// What protects a vault, in four statements that claim only what is built.
import { ButtonLink } from '../../ui/button.tsx';
import { startPath } from './start-path.ts';

const promises = [
  {
    title: 'Private from the start',
    text: 'A file has no public address, and a download link expires after minutes. We store codes and answers in a form that nobody can read.',
  },
  {
    title: 'Nothing seen early',
    text: 'An executor sees your name and your note, the title and status, and your recipient’s name and address. They cannot view, change or delete what is inside before the release.',
  },
  {
    title: 'Only theirs to open',
    text: 'Your recipient confirms their email address and answers the questions you asked, which only they can.',
  },
  {
    title: 'Yours until then',
    text: 'Until a vault is released, you can change it within your plan, and delete it whenever you wish.',
  },
];

export function SecuritySection() {
  return (
    <section aria-labelledby="security-title" className="ring-watermark">
      <div className="mx-auto grid max-w-shell gap-10 px-5 py-20 sm:px-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:py-28">
        <div>
          <h2 id="security-title" className="max-w-[14ch] font-display text-heading">
            Built with Dignity & Security
          </h2>
          <p className="mt-5 max-w-[42ch] text-muted">
            What you leave here may be the last thing someone hears from you. We built every step to treat it that way.
          </p>
          <ButtonLink className="mt-7" href={startPath}>
            Start Your Journey
          </ButtonLink>
        </div>
        <dl className="grid gap-x-8 gap-y-8 sm:grid-cols-2">
          {promises.map(({ title, text }) => (
            <div key={title} className="border-line border-t pt-5">
              <dt className="font-display text-title-sm">{title}</dt>
              <dd className="mt-2 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
