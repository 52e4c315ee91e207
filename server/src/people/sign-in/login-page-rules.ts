// Which page the login URL shows: sign-up to a browser that never had an account here, sign-in to any other.

/** Pages that belong to an account: anyone who follows a link to one has an account, perhaps in another browser. */
const ownedPages = /^\/(?:vault|account|checkout)(?:[/?#]|$)/;

interface LoginInput {
  /** Whether an account was created or signed in to from this browser. */
  isKnownBrowser: boolean;
  /** The page to continue to, a path of this site. */
  next: string;
  /** What a button named Log In asks for. */
  start?: 'sign-in' | undefined;
}

export const loginPage = ({ isKnownBrowser, next, start }: LoginInput): '/sign-in' | '/sign-up' =>
  start === 'sign-in' || isKnownBrowser || ownedPages.test(next) ? '/sign-in' : '/sign-up';
