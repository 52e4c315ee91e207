// Finds the address that was probably meant if its domain is almost a well-known one. It only asks: every address can be used. Pure.

/** Domains that many people use, and long enough that one slip is hardly another domain. */
const commonDomains = [
  ...['gmail.com', 'googlemail.com', 'hotmail.com', 'outlook.com', 'yahoo.com'],
  ...['icloud.com', 'protonmail.com', 'comcast.net', 'verizon.net', 'btinternet.com'],
];

/** Real mail domains that are one slip away from those. */
const otherDomains = ['mail.com', 'ymail.com', 'email.com', 'hotmail.co', 'yahoo.co', 'outlook.co', 'gmail.co'];

/** What was meant by endings that do not exist. */
const endings: Readonly<Record<string, readonly string[]>> = {
  com: ['con', 'cmo', 'ocm', 'comm', 'coom', 'vom', 'xom', 'cpm'],
  net: ['nte', 'ent', 'nett'],
  org: ['ogr', 'orgg'],
};

/** The address that was probably meant; undefined if there is nothing to ask. */
export function nearMissOf(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  const typed = address.slice(at + 1).toLowerCase();
  if (at < 1 || typed.length > 40) return undefined;
  const domain = withRealEnding(typed);
  const isKnown = commonDomains.includes(domain) || otherDomains.includes(domain);
  const meant = isKnown ? domain : (commonDomains.find((common) => isOneSlip(domain, common)) ?? domain);
  return meant === typed ? undefined : `${address.slice(0, at)}@${meant}`;
}

function withRealEnding(domain: string): string {
  const dot = domain.lastIndexOf('.');
  const [meant] = Object.entries(endings).find(([, typos]) => typos.includes(domain.slice(dot + 1))) ?? [];
  return meant ? `${domain.slice(0, dot)}.${meant}` : domain;
}

/** Whether one letter is missing, added or wrong, or two neighbours are swapped. */
function isOneSlip(typed: string, meant: string): boolean {
  const start = countEqual(typed, meant);
  const [left, right] = [typed.slice(start), meant.slice(start)];
  if (left.slice(1) === right || left === right.slice(1) || left.slice(1) === right.slice(1)) return true;
  return left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0];
}

function countEqual(one: string, other: string): number {
  let count = 0;
  while (count < one.length && one[count] === other[count]) count += 1;
  return count;
}
