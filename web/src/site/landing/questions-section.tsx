// Frequent questions, each answer folded until its question is pressed, and the support address.

import { SupportLink } from '../legal/support-link.tsx';
import { questions } from '../questions.ts';

export function QuestionsSection() {
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
