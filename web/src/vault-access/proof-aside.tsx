// Beside each proof: that there is no hurry, how to see that the letter is genuine, and what comes next.
import { Link } from '../ui/link.tsx';

export function ProofAside() {
  return (
    <aside aria-labelledby="take-your-time" className="overflow-hidden rounded-card">
      <div className="guilloche-band" />
      <div className="on-night grid gap-5 p-6 sm:p-8">
        <h2 id="take-your-time" className="font-display text-title">
          Take your time
        </h2>
        <p className="text-mist">There is no hurry. What was left for you stays here, and nobody else can open it.</p>
        <div>
          <h3 className="font-semibold">Is this genuine?</h3>
          <p className="mt-1 text-mist">
            Our letter names the person who left this for you. We never ask for money, a password or a document.{' '}
            <Link className="text-link inline-block py-1 text-bone" to="/help">
              More under Help
            </Link>
          </p>
        </div>
        <div>
          <h3 className="font-semibold">What comes next</h3>
          <p className="mt-1 text-mist">
            Your address, then what that person chose to ask you. Then you open it whenever you are ready.
          </p>
        </div>
      </div>
    </aside>
  );
}
