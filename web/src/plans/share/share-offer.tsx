// The offer of a free month, to pass on.
import ShareButtons from './share-buttons.tsx';

export default function ShareOffer() {
  return (
    <div className="grid gap-5">
      <p className="text-sm opacity-80">A month free for someone who would use it well. Pass it on.</p>
      <ShareButtons />
    </div>
  );
}
