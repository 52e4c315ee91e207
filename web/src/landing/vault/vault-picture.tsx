// The vault of the landing page: a brass frame, a door of green enamel in two leaves, light at the seam.
import innerRing from './inner-ring.generated.svg';
import outerRing from './outer-ring.generated.svg';
import rosette from './rosette.generated.svg';
import './vault.css';

const boltCount = 12;
const boltAngles = Array.from({ length: boltCount }, (_, index) => 15 + (index * 360) / boltCount);
const motto = 'KEPT WITH CARE ✦ DELIVERED WHEN IT MATTERS ✦ ';

export function VaultPicture({ isOpening }: { isOpening: boolean }) {
  return (
    <div
      role="img"
      aria-label="A round vault of brass and green enamel, light showing at its seam"
      className="vault"
      data-opening={isOpening || undefined}
    >
      <div className="vault-rays" />
      <div className="vault-frame" />
      <svg aria-hidden="true" viewBox="-300 -300 600 600" className="vault-motto">
        <path id="vault-motto-line" d="M0 264a264 264 0 1 1 .1 0" fill="none" />
        <text>
          <textPath href="#vault-motto-line">{motto.repeat(2)}</textPath>
        </text>
      </svg>
      <div className="vault-light" />
      <svg aria-hidden="true" viewBox="-300 -300 600 600" className="vault-bolts">
        {boltAngles.map((angle) => (
          <g key={angle} transform={`rotate(${angle})`}>
            <g className="vault-bolt">
              <rect x="-8" y="-244" width="16" height="22" rx="3" fill="#c79d55" />
              <rect x="-8" y="-244" width="5" height="22" rx="2.5" fill="#f3dfae" />
              <rect x="-8" y="-236" width="16" height="2" fill="#7d5a22" />
            </g>
          </g>
        ))}
      </svg>
      <div className="vault-door">
        <Leaf side="left" />
        <Leaf side="right" />
      </div>
      <div className="vault-seam" />
      <div className="vault-boss">
        <img src={rosette} alt="" width="100" height="100" />
      </div>
      <div className="vault-eye" />
      <div className="vault-beam" />
      <div className="vault-bloom" />
    </div>
  );
}

function Leaf({ side }: { side: 'left' | 'right' }) {
  return (
    <div className={`vault-leaf vault-leaf-${side}`}>
      <div className="vault-enamel" />
      <img className="vault-ring" src={outerRing} alt="" width="400" height="400" />
      <img className="vault-ring" src={innerRing} alt="" width="400" height="400" />
    </div>
  );
}
