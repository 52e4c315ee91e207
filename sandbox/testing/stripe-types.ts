// Compares values with Stripe's own types, as TypeScript's checker reads them from the SDK, and lists a type's required fields.
import path from 'node:path';
import { API, SymbolFlags, type Type, TypeFlags, type UnionOrIntersectionType } from 'typescript/unstable/sync';
import type { StripeRequests, StripeRoots } from './stripe-roots.ts';

interface Property {
  name: string;
  type: Type;
  isOptional: boolean;
}
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface StripeTypes {
  /** The names of the types. */
  names: (keyof StripeRoots)[];
  /** The places where the value violates the type: a missing field, an extra field, or one of the wrong kind. */
  mismatches(name: string, value: unknown): string[];
  /** The places where a request violates Stripe's type for the call. */
  mismatchesOfRequest(call: keyof StripeRequests, asked: URLSearchParams): string[];
  /** A value for each field that the type requires: null if allowed, otherwise the smallest possible. */
  requiredFields(name: string): Json;
  close(): void;
}

export function openStripeTypes(): StripeTypes {
  const root = path.dirname(import.meta.dirname);
  const api = new API({ cwd: root });
  const [project] = api.updateSnapshot({ openProjects: [path.join(root, 'tsconfig.json')] }).getProjects();
  if (!project) throw new Error('the project of the sandbox was not read');
  const { checker, program } = project;
  const source = program.getSourceFile(path.join(root, 'testing/stripe-roots.ts'));
  const rootsOf = (name: string): Map<string, Type> => {
    const roots = source && checker.getTypeAtPosition(source.fileName, source.text.indexOf(name));
    if (!roots) throw new Error("Stripe's types were not found");
    return new Map(propertiesOf(roots).map(({ name, type }) => [name, type]));
  };

  const read = new Map<Type, Property[]>();
  const propertiesOf = (type: Type): Property[] => {
    const known = read.get(type);
    if (known) return known;
    const symbols = checker.getPropertiesOfType(type);
    const types = checker.getTypeOfSymbol(symbols);
    const found = symbols.flatMap(({ name, flags }, index) => {
      const of = types[index];
      return of ? [{ name, type: of, isOptional: (flags & SymbolFlags.Optional) !== 0 }] : [];
    });
    read.set(type, found);
    return found;
  };
  const named = rootsOf('StripeRoots');
  const requests = rootsOf('StripeRequests');
  const partsOf = (type: Type): readonly Type[] => (type as UnionOrIntersectionType).getTypes();
  const is = ({ flags }: Type, flag: TypeFlags): boolean => (flags & flag) !== 0;
  // The SDK turns it into an object; it is transmitted as text.
  const isDecimal = (type: Type): boolean => is(type, TypeFlags.Object) && checker.typeToString(type) === 'Decimal';
  const isText = (type: Type): boolean =>
    is(type, TypeFlags.String) || isDecimal(type) || (is(type, TypeFlags.Intersection) && partsOf(type).some(isText));

  function mismatches(type: Type, value: unknown, at: string): string[] {
    if (is(type, TypeFlags.AnyOrUnknown)) return [];
    if (is(type, TypeFlags.Union)) {
      const tried = partsOf(type).map((part) => mismatches(part, value, at));
      const fitting = tried.filter(([first]) => first !== `${at} is ${kindOf(value)}`);
      return (fitting.length > 0 ? fitting : tried).toSorted((one, other) => one.length - other.length)[0] ?? [];
    }
    const wrong = [`${at} is ${kindOf(value)}`];
    if (isText(type)) return typeof value === 'string' ? [] : wrong;
    if (is(type, TypeFlags.Literal)) return (type as { value?: unknown }).value === value ? [] : wrong;
    if (is(type, TypeFlags.Number)) return typeof value === 'number' ? [] : wrong;
    if (is(type, TypeFlags.Boolean)) return typeof value === 'boolean' ? [] : wrong;
    if (is(type, TypeFlags.Null)) return value === null ? [] : wrong;
    if (checker.isArrayLikeType(type)) {
      const [element] = checker.getTypeArguments(type as never);
      if (!Array.isArray(value) || !element) return wrong;
      return value.flatMap((one, index) => mismatches(element, one, `${at}[${index}]`));
    }
    if (!is(type, TypeFlags.Object | TypeFlags.Intersection) || kindOf(value) !== 'an object') return wrong;
    return mismatchesOfObject(type, value as Record<string, unknown>, at);
  }

  function mismatchesOfObject(type: Type, value: Record<string, unknown>, at: string): string[] {
    const properties = propertiesOf(type);
    const isOpen = checker.getIndexInfosOfType(type).length > 0;
    const known = new Set(properties.map(({ name }) => name));
    const extra = isOpen ? [] : Object.keys(value).filter((name) => !known.has(name));
    return [
      ...extra.map((name) => `${at}.${name} is not Stripe's`),
      ...properties.flatMap(({ name, type: of, isOptional }) => {
        if (!(name in value)) return isOptional ? [] : [`${at}.${name} is missing`];
        return mismatches(of, value[name], `${at}.${name}`);
      }),
    ];
  }

  function smallest(type: Type): Json {
    if (is(type, TypeFlags.Union)) {
      const parts = partsOf(type);
      const [first] = parts;
      if (parts.some((part) => is(part, TypeFlags.Null)) || !first) return null;
      return smallest(parts.find(isText) ?? first);
    }
    if (is(type, TypeFlags.Null | TypeFlags.AnyOrUnknown)) return null;
    if (is(type, TypeFlags.Boolean)) return false;
    if (is(type, TypeFlags.Literal)) return ((type as { value?: Json }).value ?? null) as Json;
    if (is(type, TypeFlags.Number)) return 0;
    if (isText(type)) return '';
    return checker.isArrayLikeType(type) ? [] : smallestObject(type);
  }
  const smallestObject = (type: Type): Json =>
    Object.fromEntries(
      propertiesOf(type).flatMap(({ name, type: of, isOptional }) => (isOptional ? [] : [[name, smallest(of)]])),
    );

  const typeOf = (name: string, among = named): Type => {
    const type = among.get(name);
    if (!type) throw new Error(`no type ${name}`);
    return type;
  };
  return {
    names: [...named.keys()] as (keyof StripeRoots)[], // the names come from that type itself
    mismatches: (name, value) => mismatches(typeOf(name), value, name),
    mismatchesOfRequest: (call, asked) => mismatches(typeOf(call, requests), decoded(asked), call),
    requiredFields: (name) => smallestObject(typeOf(name)),
    close: () => api.close(),
  };
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : typeof value;

/** Decodes the SDK's form encoding: `items[0][price]=…`. */
function decoded(asked: URLSearchParams): Json {
  const whole: { [name: string]: Json } = {};
  for (const [name, value] of asked) {
    const way = name.split(/[[\]]+/).filter((part) => part !== '');
    const last = way.pop() ?? '';
    let place = whole;
    for (const part of way) {
      place[part] ??= {};
      place = place[part] as typeof whole;
    }
    place[last] = /^(true|false|\d+)$/.test(value) ? JSON.parse(value) : value;
  }
  return withLists(whole);
}

function withLists(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if ('0' in value) return Object.values(value).map(withLists);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withLists(part)]));
}
