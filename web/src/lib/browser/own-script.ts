// The only scripts this app loads by URL at run time. Trusted Types make the browser refuse every other script URL.
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (path: string) => string },
  ): { createScriptURL(path: string): string };
}

const ownPaths = /^\/(service-worker\.js|sandbox\/[\w/.-]+\.js)$/;

const refuseOthers = (path: string): string => {
  if (!ownPaths.test(path)) throw new TypeError(`${path} is not one of our scripts`);
  return path;
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('own-scripts', { createScriptURL: refuseOthers });

/** The URL in the form that the browser accepts for a script. */
export const ownScript = (path: string): string => policy?.createScriptURL(path) ?? refuseOthers(path);
