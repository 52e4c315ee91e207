// The type of children without bare text. A component that shows its children next to changing content accepts these, because a browser's
// translation replaces bare text with elements unknown to React (decision 108).
import type { ReactElement } from 'react';

export type Elements = ReactElement | '' | false | null | undefined | readonly Elements[];
