// The only scripts this app ever asks for by an address of its own making: the browser is told to refuse every other one
// (Trusted Types), so the addresses stand here and nothing can be put in their place.
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (path: string) => string },
  ): { createScriptURL(path: string): string };
}

const ownPaths = /^\/(service-worker\.js|sandbox\/[\w/.-]+\.js)$/;

const refuseOthers = (path: string): string => {
  if (!ownPaths.test(path)) throw new TypeError(`${path} is no script of ours`);
  return path;
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('own-scripts', { createScriptURL: refuseOthers });

/** The address as the browser takes it for a script. */
export const ownScript = (path: string): string => policy?.createScriptURL(path) ?? refuseOthers(path);
