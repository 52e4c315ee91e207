// The landing page below the first screen: the three steps, the letter, pricing, security, who we are, and questions.
import { useBrowserValue } from '../../lib/browser/browser-value.ts';
import { product } from '../../lib/product.ts';
import { usePromoPath } from '../../lib/promo.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Link } from '../../ui/link.tsx';
import { Mark } from '../../ui/page/brand.tsx';
import { SupportLink } from '../../ui/support-link.tsx';
import { questions } from '../questions.ts';
import { DeliverPlate, ExecutorPlate, VaultPlate } from './plates.tsx';
import { PricingTeaser } from './pricing-teaser.tsx';
import { SecuritySection } from './security-section.tsx';

export default function LandingSections() {
  return (
    <>
      <HowItWorks />
      <LetterSection />
      <PricingTeaser />
      <SecuritySection />
      <FounderSection />
      <QuestionsSection />
    </>
  );
}

const steps = [
  {
    Plate: VaultPlate,
    title: 'Create Your Vault',
    text: 'Write what you need to say. Add up to five photographs, songs, drawings or recordings, and name the person they are for.',
  },
  {
    Plate: ExecutorPlate,
    title: 'Designate an Executor',
    text: 'Choose someone you trust. They receive a private access code and manually release the vault, once, when the time comes.',
  },
  {
    Plate: DeliverPlate,
    title: 'Deliver with Care',
    text: 'The person you named receives an email, verifies who they are, and opens what you left for them.',
  },
];

function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works-title" className="mx-auto max-w-shell px-5 py-20 sm:px-8 lg:py-28">
      <h2 id="how-it-works-title" className="font-display text-heading">
        How It Works
      </h2>
      <ol className="mt-10 grid gap-10 md:grid-cols-3 lg:gap-12">
        {steps.map(({ Plate, title, text }, index) => (
          <li key={title}>
            <div className="plate">
              <Plate />
            </div>
            <h3 className="mt-5 font-display text-title-sm">
              <em className="me-2 text-brass">{`${index + 1}.`}</em>
              <span>{title}</span>
            </h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function FounderSection() {
  const promoPath = usePromoPath();
  return (
    <section aria-labelledby="founder-title" className="border-line border-t">
      <div className="mx-auto max-w-text px-5 py-20 text-center sm:px-8 lg:py-28">
        <h2 id="founder-title" className="font-display text-heading">
          Who is behind it
        </h2>
        <p className="mt-6 text-balance font-display text-title italic">
          When my father died I looked through his desk for a letter. There was none. I do not think he had nothing to
          say.
        </p>
        <p className="mt-4 text-muted text-sm">
          The founder of <AsWritten>{product.name}</AsWritten>
        </p>
        <p className="mx-auto mt-8 max-w-[52ch] text-muted">
          The plans that our owners pay for are our only income. We show no advertising, and we neither sell nor use the
          content of a vault.
        </p>
        <p className="mt-6">
          <Link className="text-link font-semibold text-ink" to={promoPath('/about')}>
            Read our story
          </Link>
        </p>
      </div>
    </section>
  );
}

function QuestionsSection() {
  return (
    <section aria-labelledby="questions-title" className="border-line border-t bg-vellum">
      <div className="mx-auto grid max-w-shell gap-10 px-5 py-20 sm:px-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:py-28">
        <div>
          <h2 id="questions-title" className="max-w-[14ch] font-display text-heading">
            What people ask
          </h2>
          <p className="mt-5 max-w-[38ch] text-muted">
            Something else? Write to <SupportLink />.
          </p>
        </div>
        <div className="border-line border-b">
          {questions.map(({ id, question, answer }) => (
            <details key={id} className="group border-line border-t">
              <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-3 font-display text-title-sm">
                <span className="min-w-0 [overflow-wrap:anywhere]">{question}</span>
                <span aria-hidden className="fold-mark" />
              </summary>
              <p className="max-w-[62ch] pb-5 text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

/** An example of the letter, with a recording next to the text. */
function LetterSection() {
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
