// The engraved plates of the three steps: a letter going into the vault, a key, a letter filled with light.
import type { ReactNode } from 'react';

export function VaultPlate() {
  return (
    <Plate>
      <circle cx="120" cy="88" r="46" />
      <circle cx="120" cy="88" r="42" strokeWidth=".75" />
      {arcs.map((radius) => (
        <path key={radius} d={`M${120 - radius} 90a${radius} ${radius} 0 0 0 ${2 * radius} 0`} strokeWidth=".75" />
      ))}
      {spokes.map((angle) => (
        <path key={angle} d="M120 98v30" strokeWidth=".75" transform={`rotate(${angle} 120 90)`} />
      ))}
      <path d="M93 90V24h39l15 15v51z" className="plate-paper" />
      <path d="M132 24v15h15M104 50h32M104 61h32M104 72h22" />
      <path d="M74 90h92" className="plate-gold" />
    </Plate>
  );
}

export function ExecutorPlate() {
  return (
    <Plate>
      <circle cx="86" cy="75" r="42" />
      <circle cx="86" cy="75" r="37" strokeWidth=".75" />
      {petals.map((angle) => (
        <ellipse key={angle} cx="86" cy="75" rx="36" ry="14" strokeWidth=".75" transform={`rotate(${angle} 86 75)`} />
      ))}
      <circle cx="86" cy="75" r="9" className="plate-gold plate-paper" />
      <path d="M128 71h76v8h-76zM182 79v16h7v-7h6v7h7V79" />
      <path d="M136 62v26M143 62v26" className="plate-gold" />
    </Plate>
  );
}

export function DeliverPlate() {
  return (
    <Plate>
      {rays.map((angle) => (
        <path key={angle} d="M120 40V16" className="plate-gold" transform={`rotate(${angle} 120 88)`} />
      ))}
      <path d="M76 76 120 44l44 32v50H76z" className="plate-paper" />
      <path d="m76 76 36 26m52-26-36 26M76 126l36-26m52 26-36-26" />
      <circle cx="120" cy="103" r="11" className="plate-paper" />
      <circle cx="120" cy="103" r="6" className="plate-gold" />
    </Plate>
  );
}

function Plate({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 240 150" fill="none" strokeWidth={1.5} className="plate-picture">
      {children}
    </svg>
  );
}

const arcs = [12, 20, 28, 36];
const spokes = [-75, -60, -45, -30, -15, 0, 15, 30, 45, 60, 75];
const petals = [0, 20, 40, 60, 80, 100, 120, 140, 160];
const rays = [-75, -60, -45, -30, -15, 0, 15, 30, 45, 60, 75];
