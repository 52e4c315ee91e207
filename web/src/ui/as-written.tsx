// A name, an address or a code, as somebody wrote it: a browser's translation leaves it alone, and its direction does not change that of
// the text around it.
import type { ComponentProps } from 'react';

export function AsWritten(props: ComponentProps<'bdi'>) {
  return <bdi {...props} translate="no" />;
}
