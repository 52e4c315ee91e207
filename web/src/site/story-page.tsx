// The founder's story of why this product exists.
import { product } from '../lib/product.ts';
import { usePromoPath } from '../lib/promo.ts';
import { ButtonLink } from '../ui/button.tsx';
import type { Elements } from '../ui/elements.ts';
import { PageShell } from '../ui/page/page-shell.tsx';

const practices = [
  {
    title: 'Write what you need to say',
    text: 'Not everything has to be said well. It has to be said in your own words, with the time to find them.',
  },
  {
    title: 'Preserve precious memories',
    text: 'A photograph, a song, a drawing, a recording of an ordinary morning. Small things carry the most.',
  },
  {
    title: "Control when they're delivered",
    text: 'Someone you trust decides when the time has come, or you choose a date. Until then nobody reads a word.',
  },
];

export default function StoryPage() {
  const promoPath = usePromoPath();
  return (
    <PageShell title="Our Story" lead={`Why we built ${product.name}`} width="text">
      <div className="grid gap-14">
        <Part title="A Father's Love, A Mother's Memory">
          <p>
            My father was not a man of many words. What he felt, he did: he repaired things, he drove through the night,
            he waited up. When he died I looked through his desk for a letter. There was none. I do not think he had
            nothing to say. I think he believed there would be time.
          </p>
          <p>
            My mother left differently. Her memory went before she did, a little each season, and with it the stories
            only she could tell: how they met, what she sang to us, what she wished for me. I had always meant to record
            them. By the time I sat down with a microphone, she asked me kindly who I was.
          </p>
          <p>
            I have gone over it often since. Neither of them lacked love. They lacked a place to put it, and a way for
            it to reach me on the day I would need it.
          </p>
        </Part>
        <Part title="Preserving What Matters Most">
          <p>So we built that place. It does three things, and we try to do each of them with care.</p>
          <ul className="grid gap-5 border-line border-s ps-6">
            {practices.map(({ title, text }) => (
              <li key={title}>
                <h3 className="font-semibold">{title}</h3>
                <p className="text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </Part>
        <Part title="The Gift of Closure">
          <p>
            Grief asks the same questions again and again. Did they know? Were they proud? What would they have said to
            me today? A few sentences from the right person can let them rest.
          </p>
          <p>
            You cannot spare the people you love the loss. You can leave them something to hold when it comes. That is
            all this is, and I wish it had been there for us.
          </p>
          <p className="mt-2 font-display text-title-sm italic">The founder</p>
        </Part>
        <section className="rounded-card border border-line bg-vellum p-7 text-center sm:p-10">
          <h2 className="font-display text-title">Start preserving your legacy today</h2>
          <ButtonLink className="mt-6" to={promoPath('/pricing')}>
            Create Your Vault
          </ButtonLink>
        </section>
      </div>
    </PageShell>
  );
}

function Part({ title, children }: { title: string; children: Elements }) {
  return (
    <section className="grid gap-4">
      <h2 className="font-display text-title">{title}</h2>
      {children}
    </section>
  );
}
