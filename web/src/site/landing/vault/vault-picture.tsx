// The picture of the vault on the landing page: a brass frame and a green enamel door with two leaves.
import outerRing from '../../../ui/styles/outer-ring.generated.svg';
import innerRing from './inner-ring.generated.svg';
import rosette from './rosette.generated.svg';
import './vault.css';

const boltCount = 12;
const boltAngles = Array.from({ length: boltCount }, (_, index) => 15 + (index * 360) / boltCount);

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
      <div className="vault-motto" />
      <div className="vault-light" />
      <svg aria-hidden="true" viewBox="-300 -300 600 600" className="vault-bolts">
        <linearGradient id="vault-brass">
          <stop offset="0" stopColor="#7d5a22" />
          <stop offset=".35" stopColor="#f3dfae" />
          <stop offset=".6" stopColor="#c79d55" />
          <stop offset="1" stopColor="#6b4a19" />
        </linearGradient>
        {boltAngles.map((angle) => (
          <g key={angle} transform={`rotate(${angle})`}>
            <rect className="vault-bolt" x="-7" y="-247" width="14" height="24" rx="3.5" fill="url(#vault-brass)" />
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
