// The three steps, each with its engraved plate.
import { DeliverPlate, ExecutorPlate, VaultPlate } from './plates.tsx';

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

export function HowItWorks() {
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
