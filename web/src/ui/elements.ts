// The type of children that hold no bare text. A component that shows its children beside something that changes takes these, because
// a browser's translation replaces bare text by elements that React does not know (scripts/loose-text.ts).
import type { ReactElement } from 'react';

export type Elements = ReactElement | '' | false | null | undefined | readonly Elements[];
