// Whether the browser had translated the page before its script came. React cannot take over what is no longer as it was sent.
export const isTranslated = (): boolean => document.querySelector('#root font') !== null;
