// A QR code drawn in the browser, so that its content never leaves it.
import { encode } from 'uqr';

interface QrCodeProps {
  text: string;
  label: string;
  /** Its size. */
  className?: string;
}

export function QrCode({ text, label, className = 'size-52' }: QrCodeProps) {
  const { data, size } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    // Dark on light in both colour schemes, because many scanners cannot read the inverse.
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={`rounded-field bg-white ${className}`}
    >
      <path d={squares.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
