// What a recipient will see: an example of their letter, with a recording next to the text.
import { useBrowserValue } from '../../lib/browser/browser-value.ts';
import { Mark } from '../../ui/page/brand.tsx';

export function LetterSection() {
  // The letter's own font loads with this script, so that the first screen does not wait for it.
  const face = useBrowserValue(() => 'font-letter', 'font-display');
  return (
    <section aria-labelledby="letter-title" className="mx-auto max-w-shell px-5 pb-20 sm:px-8 lg:pb-28">
      <div className="grid items-center gap-10 border-line border-t pt-20 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-16 lg:pt-28">
        <div>
          <h2 id="letter-title" className="max-w-[14ch] font-display text-heading">
            What they will hold
          </h2>
          <p className="mt-5 max-w-[40ch] text-muted">
            Your words on their own sheet, with your files below. They need no account and install nothing, and no one
            is between you and them.
          </p>
          <p className="mt-4 max-w-[40ch] text-muted">
            It can be a page or a single sentence. You can write it today and change it later.
          </p>
        </div>
        <figure>
          <div className="letter-sheet">
            <Mark className="mx-auto size-9 text-brass" />
            <p className="mt-4 text-center text-muted text-sm">From Margarethe, written March 2, 2026</p>
            <div className={`mt-7 grid gap-4 text-letter ${face}`}>
              <p>Dear Jonas,</p>
              <p>
                the garden is yours now. Prune the old pear in February, not before, and never mind what the book says.
              </p>
              <p>
                I was not always patient with you. You were right more often than I admitted, and I was proud of you on
                days when I forgot to say so. I am saying it now.
              </p>
              <p>The song is the one from our kitchen. I recorded it last winter, while my voice was still good.</p>
              <p>Your mother</p>
            </div>
            <p className="mt-8 border-line border-t pt-4 text-muted text-sm">
              <span className="text-ink">The song from our kitchen.</span> A recording, 2 minutes
            </p>
          </div>
          <figcaption className="mt-3 text-center text-muted text-sm">An example of what a recipient reads.</figcaption>
        </figure>
      </div>
    </section>
  );
}
