// Beside the field for the code: where the code is, and whether it is time.
import { Link } from '../ui/link.tsx';

export function AccessAside() {
  return (
    <aside aria-labelledby="take-your-time" className="overflow-hidden rounded-card">
      <div className="guilloche-band" />
      <div className="on-night grid gap-5 p-6 sm:p-8">
        <h2 id="take-your-time" className="font-display text-title">
          Take your time
        </h2>
        <p className="text-mist">
          Nothing is sent to anyone until you confirm. First you see whose vault it is and who it is for.
        </p>
        <div>
          <h3 className="font-semibold">Where is my code?</h3>
          <p className="mt-1 text-mist">
            In the letter that says who has named you as executor, or on the card you printed from it.
          </p>
        </div>
        <div>
          <h3 className="font-semibold">Is it time?</h3>
          <p className="mt-1 text-mist">
            <Link className="text-link inline-block py-1 text-bone" to="/executor-guide">
              A guide of one page
            </Link>{' '}
            says when, how, and whom to ask.
          </p>
        </div>
      </div>
    </aside>
  );
}
