// What a built script uses that one of our oldest browsers lacks: functions of the language and of the browser, by web-features, the data
// behind Baseline. A name that several objects share is only checked where the object is named, so journeys run without these too.
import { parseAst } from 'vite';
import data from 'web-features/data.json' with { type: 'json' };
import { oldestBrowsers } from './oldest-browsers.ts';

interface Feature {
  status?: { by_compat_key?: Record<string, { support: Record<string, string> }> };
}

interface TreeNode {
  type: string;
  [part: string]: unknown;
}

/** Missing functions, such as `URL.canParse` or `Array.prototype.toSorted`, each with the first of our browsers that lacks it. */
export interface Missing {
  /** Globals and functions of a named object: `Intl.Segmenter`, `URL.canParse`. */
  named: Map<string, string>;
  /** Methods and properties of any value, by name, if every object that has one got it too late. */
  ofValues: Map<string, string>;
  /** Like `ofValues`, with the object: `URLSearchParams.size`. */
  ofPrototypes: string[];
}

/** Objects whose methods we look for on any value. Others share their names with our own properties, such as `token` and `recipient`. */
const looked =
  /^(javascript\.builtins\.|api\.(AbortSignal|Blob|Crypto|Document|DOMRect|Element|Event|File|FormData|Headers|HTMLDialogElement|HTMLElement|LockManager|Node|Request|Response|SubtleCrypto|URL|URLSearchParams|Window)\.)/;
const own = /Temporal|DisposableStack|SuppressedError/;

export function missingFunctions(): Missing {
  const named = new Map<string, string>();
  const ofPrototypes: string[] = [];
  const lacking = new Map<string, string[]>();
  for (const [key, browser] of supportOf(data.features as unknown as Record<string, Feature>)) {
    const [kind, ...path] = key.replace('javascript.builtins', 'builtins').split('.');
    const [object = '', name = ''] = path;
    if (!(kind === 'api' || kind === 'builtins') || path.length > 2 || name.endsWith('_event') || name === object) continue;
    const isStatic = name === '' || name.endsWith('_static') || isOfObject(object, name);
    if (isStatic) {
      if (browser) named.set(name === '' ? object : `${object}.${name.replace('_static', '')}`, browser);
      continue;
    }
    lacking.set(name, [...(lacking.get(name) ?? []), browser]);
    if (browser && looked.test(key) && !own.test(key)) ofPrototypes.push(`${object}.${name}`);
  }
  const isLate = (path: string) => lacking.get(path.split('.')[1] ?? '')?.every((browser) => browser !== '');
  const ofValues = ofPrototypes.filter(isLate).map((path) => path.split('.')[1] ?? '');
  return { named, ofPrototypes, ofValues: new Map(ofValues.map((name) => [name, lacking.get(name)?.[0] ?? ''])) };
}

/** The data does not say it of the language's own objects, but Node knows them. */
const isOfObject = (object: string, name: string): boolean =>
  Object.hasOwn((globalThis as unknown as Record<string, object | undefined>)[object] ?? {}, name);

/** Each key of the data with the first of our browsers that lacks it, or '' if all have it. */
function supportOf(features: Record<string, Feature>): [string, string][] {
  const keys = Object.values(features).flatMap(({ status }) => Object.entries(status?.by_compat_key ?? {}));
  return keys.map(([key, { support }]) => {
    const lacks = oldestBrowsers().find(({ name, version }) => {
      const since = support[name === 'ios_saf' ? 'safari_ios' : name];
      return since === undefined || Number.parseFloat(since.replace('≤', '')) > version;
    });
    return [key, lacks ? `${lacks.name} ${lacks.version}` : ''];
  });
}

/** What the script uses, by name. */
export function usedIn(script: string, { named, ofValues }: Missing): Set<string> {
  const used = new Set<string>();
  const visit = (node: TreeNode, parent: TreeNode | undefined, part: string): void => {
    for (const name of namesOf(node, parent, part)) if (named.has(name)) used.add(name);
    const member = memberOf(node);
    if (member !== undefined && ofValues.has(member)) used.add(`.${member}`);
    // Only new expressions look behind (Safari before 16.4). Otherwise a whole file of the app would not be read.
    if (node.type === 'Literal' && /\(\?<[=!]/.test(String(node.raw))) used.add('lookbehind');
    for (const [name, value] of Object.entries(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, name);
  };
  visit(parseAst(script) as unknown as TreeNode, undefined, '');
  return used;
}

const isNode = (value: unknown): value is TreeNode =>
  typeof value === 'object' && value !== null && typeof (value as TreeNode).type === 'string';

const nameOf = (node: unknown): string => (isNode(node) && node.type === 'Identifier' ? String(node.name) : '');

const memberOf = (node: TreeNode): string | undefined =>
  node.type === 'MemberExpression' && node.computed === false ? nameOf(node.property) : undefined;

function namesOf(node: TreeNode, parent: TreeNode | undefined, part: string): string[] {
  if (node.type === 'MemberExpression' && memberOf(node)) return [`${nameOf(node.object)}.${memberOf(node)}`];
  const isName = part === 'property' || part === 'key';
  return node.type === 'Identifier' && !(isName && parent?.computed !== true) ? [nameOf(node)] : [];
}
