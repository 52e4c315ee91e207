// What a built script uses that one of our oldest browsers lacks: functions of the language and of the browser, by web-features, the data
// behind Baseline. A name that several objects share is only checked where the object is named, so journeys run without these too.
import { parseAst } from 'vite';
import { features } from 'web-features';
import { oldestBrowsers } from './oldest-browsers.ts';

interface Feature {
  status?: { by_compat_key?: Record<string, { support: Record<string, string> }> };
}

interface TreeNode {
  type: string;
  [part: string]: unknown;
}

/** Missing functions, each with the first of our browsers that lacks it. */
export interface Missing {
  /** Globals and functions of a named object: `Intl.Segmenter`, `URL.canParse`. */
  named: Map<string, string>;
  /** Methods and properties of any value, such as `toSorted`, if every object that has one got it too late. */
  ofValues: Map<string, string>;
}

/** Objects whose methods we look for on any value. Others share their names with our own properties, such as `token` and `recipient`. */
const looked =
  /^(javascript\.builtins\.|api\.(AbortSignal|Blob|Crypto|Document|DOMRect|Element|Event|File|FormData|Headers|HTMLDialogElement|HTMLElement|LockManager|Node|Request|Response|SubtleCrypto|URL|URLSearchParams|Window)\.)/;
const own = /Temporal|DisposableStack|SuppressedError/;

export function missingFunctions(): Missing {
  const named = new Map<string, string>();
  const late = new Map<string, string>();
  const lacking = new Map<string, string[]>();
  for (const [key, browser] of supportOf(features as unknown as Record<string, Feature>)) {
    const path = pathOf(key);
    if (!path) continue;
    const { object, name } = path;
    if (name === '' || name.endsWith('_static') || isOfObject(object, name)) {
      if (browser) named.set([object, name.replace('_static', '')].filter(Boolean).join('.'), browser);
      continue;
    }
    lacking.set(name, [...(lacking.get(name) ?? []), browser]);
    if (browser && looked.test(key) && !own.test(key)) late.set(name, browser);
  }
  for (const name of late.keys()) if (lacking.get(name)?.includes('')) late.delete(name);
  return { named, ofValues: late };
}

/** `api.URL.canParse_static` is of URL; a constructor, an event and everything about them are of nothing. */
function pathOf(key: string): { object: string; name: string } | undefined {
  const [, object = '', name = ''] = /^(?:api|javascript\.builtins)\.([^.]+)(?:\.([^.]+))?$/.exec(key) ?? [];
  return object === '' || name === object || name.endsWith('_event') ? undefined : { object, name };
}

/** The data does not say it of the language's own objects, but Node knows them. */
const isOfObject = (object: string, name: string): boolean =>
  Object.hasOwn((globalThis as unknown as Record<string, object | undefined>)[object] ?? {}, name);

/** Each key of the data with the first of our browsers that lacks it, or '' if all have it. */
function supportOf(known: Record<string, Feature>): [string, string][] {
  const oldest = oldestBrowsers();
  const keys = Object.values(known).flatMap(({ status }) => Object.entries(status?.by_compat_key ?? {}));
  return keys.map(([key, { support }]) => {
    const lacks = oldest.find(({ name, version }) => {
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
    if (looksBehind(node)) used.add('lookbehind');
    for (const [name, child] of childrenOf(node)) visit(child, node, name);
  };
  visit(parseAst(script) as unknown as TreeNode, undefined, '');
  return used;
}

/** Safari before 16.4 reads no file that contains such an expression, and throws at one in a text. */
const looksBehind = ({ type, raw }: TreeNode): boolean => type === 'Literal' && /\(\?<[=!]/.test(String(raw));

const childrenOf = (node: TreeNode): [part: string, child: TreeNode][] =>
  Object.entries(node).flatMap(([part, value]) =>
    [value].flat().flatMap((child): [string, TreeNode][] => (isNode(child) ? [[part, child]] : [])),
  );

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
