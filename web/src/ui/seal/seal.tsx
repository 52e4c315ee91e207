// A vault's seal: the rosette of its id in brass on evergreen, with light at its seam. It can be pressed on and it can open, which shows
// the same rosette in brass on light.
import { drawSeal, type EngravedLine, type SealDrawing, transformOf } from '@remembrance/contract/draw-seal.ts';
import { type CSSProperties, useEffect, useEffectEvent, useId } from 'react';
import './seal.css';

export interface SealProps {
  vaultId: string;
  /** In CSS pixels. */
  size: number;
  /** Its name for a screen reader. Without a name it is decorative, beside the vault's title. */
  label?: string;
  /** pressed: comes down on the page (0.6 s). open: its two leaves swing open and fade (1.2 s). */
  motion?: 'pressed' | 'open';
  /** Open without an animation, because it was opened before. */
  isOpen?: boolean;
  /** Called once the animation has ended; immediately with reduced motion. */
  onMotionEnd?: () => void;
}

const motionMilliseconds = { pressed: 600, open: 1200 };

export function Seal({ vaultId, size, label, motion, isOpen = false, onMotionEnd }: SealProps) {
  useMotionEnd(motion, onMotionEnd);
  const drawing = drawSeal(vaultId);
  const face = <SealFace drawing={drawing} size={size} />;
  const openedFace = <SealFace drawing={drawing} size={size} isOpened />;
  return (
    <span
      className="seal"
      style={{ '--seal-size': `${size}px` } as CSSProperties}
      data-motion={motion}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {motion === 'open' ? (
        <>
          {openedFace}
          <span className="seal-leaf seal-leaf-left">{face}</span>
          <span className="seal-leaf seal-leaf-right">{face}</span>
        </>
      ) : isOpen ? (
        openedFace
      ) : (
        face
      )}
    </span>
  );
}

interface SealFaceProps {
  drawing: SealDrawing;
  size: number;
  /** In brass on candlelight instead of candle on evergreen. */
  isOpened?: boolean;
}

function SealFace({ drawing, size, isOpened = false }: SealFaceProps) {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      viewBox="-500 -500 1000 1000"
      className={`seal-face ${isOpened ? 'seal-face-opened' : ''}`}
      strokeWidth={strokeAt(size)}
    >
      {drawing.ground === 'dark centre' && <circle r="387" className="seal-shade" />}
      {drawing.ground === 'dark edge' && <circle r="443" className="seal-shade-edge" />}
      <Engraving id={`${id}b`} line={drawing.border} />
      <Engraving id={`${id}r`} line={drawing.rosette} isLit={drawing.rosette.scale < 1} />
      <Engraving id={`${id}h`} line={drawing.heart} />
      <path className="seal-eye" d="M0-92c31 36 46 65 46 92S31 56 0 92c-31-36-46-65-46-92S-31-56 0-92z" />
    </svg>
  );
}

function Engraving({ id, line, isLit = false }: { id: string; line: EngravedLine; isLit?: boolean }) {
  const copies = Array.from({ length: line.copies - 1 }, (_, index) => index + 1);
  return (
    <>
      <path id={id} d={line.path} className={isLit ? 'seal-lit' : undefined} />
      {copies.map((copy) => (
        <use key={copy} href={`#${id}`} transform={transformOf(line, copy)} />
      ))}
    </>
  );
}

/** The lines stay about half a pixel wide, so that a small seal is not a smudge and a large one not a net. */
const strokeAt = (size: number): number => Math.round(Math.min(9, Math.max(3, 150 / size + 2.5)) * 10) / 10;

function useMotionEnd(motion: SealProps['motion'], onMotionEnd: SealProps['onMotionEnd']): void {
  const end = useEffectEvent(() => onMotionEnd?.());
  useEffect(() => {
    if (!motion) return;
    const prefersLess = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(() => end(), prefersLess ? 0 : motionMilliseconds[motion]);
    return () => clearTimeout(timer);
  }, [motion]);
}
