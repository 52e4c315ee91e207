// A name, an address or a code, exactly as somebody wrote it: a browser's translation skips it, and its text direction does not affect
// the text around it. No voice reads it as English: nobody knows its language.
import type { ComponentProps } from 'react';

export function AsWritten(props: ComponentProps<'bdi'>) {
  return <bdi lang="" {...props} translate="no" />;
}
