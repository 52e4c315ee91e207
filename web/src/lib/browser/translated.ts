// Whether the browser translated the page before its script ran. React cannot hydrate a page that was changed.
export const isTranslated = (): boolean => document.querySelector('#root font') !== null;
