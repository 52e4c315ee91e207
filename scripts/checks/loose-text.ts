// Finds screen texts that a browser's translation would break. Translation replaces a text node with elements; React still refers to the
// node, so changing the text has no effect, and removing it or inserting before it throws.
import path from 'node:path';
import * as ast from 'typescript/unstable/ast';
import type { FileSystem } from 'typescript/unstable/fs';
import {
  API,
  type Symbol as CheckedSymbol,
  type Checker,
  type Project,
  SymbolFlags,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync';
import { root } from '../processes.ts';

/**
 * A text next to changing content needs its own element, as does a changing text next to anything, and every text in a fragment. A text
 * that is its element's only child is safe, because React then sets the element's content.
 * @returns a sentence for each text without its own element
 */
export function findLooseTexts(folder: string, isChecked: (file: string) => boolean, fs?: FileSystem): string[] {
  const api = new API({ cwd: folder, ...(fs && { fs }) });
  try {
    const configuration = path.join(folder, 'web/tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [configuration] }).getProject(configuration);
    if (!project) return [`${configuration} could not be read`];
    const files = project.rootFiles.filter((file) => file.endsWith('.tsx') && isChecked(path.relative(folder, file)));
    if (files.length === 0) return ['no screen was read'];
    return files.flatMap((file) => findInFile(project, file).map((says) => `${path.relative(folder, file)}:${says}`));
  } finally {
    api.close();
  }
}

export function findLooseTextsOfScreens(): string[] {
  const isScreen = (file: string) => file.startsWith('web/src/') && !file.endsWith('.test.tsx');
  return findLooseTexts(root, isScreen).map((text) => `${text}: it needs an element of its own (CONTRIBUTING.md)`);
}

function findInFile({ program, checker }: Project, file: string): string[] {
  const source = program.getSourceFile(file);
  if (!source) return ['0: could not be read'];
  const found: string[] = [];
  const visit = (node: ast.Node): void => {
    for (const text of looseTextsOf(node, checker)) {
      const line = source.getLineAndCharacterOfPosition(text.getStart(source)).line + 1;
      found.push(`${line}: ${text.getText(source).replace(/\s+/g, ' ').trim()}`);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

function looseTextsOf(node: ast.Node, checker: Checker): ast.Node[] {
  if (ast.isJsxElement(node) || ast.isJsxFragment(node)) return looseChildrenOf(node, checker);
  // A component that returns bare text.
  if (!ast.isFunctionDeclaration(node) || !/^[A-Z]/.test(node.name?.text ?? '')) return [];
  return returnsOf(node).filter(
    (result) => !ast.isReturnStatement(result) && isString(checker.getTypeAtLocation(result)),
  );
}

function looseChildrenOf(parent: ast.JsxElement | ast.JsxFragment, checker: Checker): ast.JsxChild[] {
  const children = parent.children.filter(isShown);
  const texts = children.filter((child) => isText(child, checker));
  if (isFragment(parent)) return texts;
  if (children.length < 2) return [];
  const firstChange = children.findIndex((child) => isChanging(child, checker));
  return texts.filter((text) => firstChange >= 0 && children.indexOf(text) >= firstChange);
}

const isFragment = (parent: ast.JsxElement | ast.JsxFragment): boolean =>
  ast.isJsxFragment(parent) || parent.openingElement.tagName.getText() === 'Fragment';

/** React ignores blank lines between elements, and comments. */
const isShown = (child: ast.JsxChild): boolean =>
  ast.isJsxText(child)
    ? !(/^\s*$/.test(child.text) && child.text.includes('\n'))
    : !ast.isJsxExpression(child) || child.expression !== undefined;

function isText(child: ast.JsxChild, checker: Checker): boolean {
  if (ast.isJsxText(child)) return true;
  return ast.isJsxExpression(child) && child.expression !== undefined && mayBeText(child.expression, checker);
}

/** React renders nothing if the left side of && is false. */
function mayBeText(value: ast.Node, checker: Checker): boolean {
  if (ast.isParenthesizedExpression(value)) return mayBeText(value.expression, checker);
  if (ast.isConditionalExpression(value))
    return mayBeText(value.whenTrue, checker) || mayBeText(value.whenFalse, checker);
  if (ast.isBinaryExpression(value) && value.operatorToken.kind === ast.SyntaxKind.AmpersandAmpersandToken)
    return mayBeText(value.right, checker);
  return holdsText(checker.getTypeAtLocation(value), checker);
}

function holdsText(type: Type | undefined, checker: Checker, seen = new Set<number>()): boolean {
  if (!type) return true;
  if (seen.has(type.id)) return false;
  seen.add(type.id);
  if (type.isUnionType()) return type.getTypes().some((one) => holdsText(one, checker, seen));
  if (type.isStringLiteralType()) return type.value !== '';
  if (checker.isArrayLikeType(type) && type.isTypeReference())
    return checker.getTypeArguments(type).some((one) => holdsText(one, checker, seen));
  return (type.flags & textFlags) !== 0;
}

const textFlags = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike | TypeFlags.AnyOrUnknown;

/** Excludes `ReactNode`, because the caller passed that. */
function isString(type: Type | undefined): boolean {
  if (!type || type.getAliasSymbol()) return false;
  return type.isUnionType() ? type.getTypes().some(isString) : (type.flags & textFlags) !== 0;
}

/** Whether the child may appear, disappear or be replaced. */
function isChanging(child: ast.JsxChild, checker: Checker): boolean {
  if (ast.isJsxText(child) || ast.isJsxFragment(child)) return false;
  if (!ast.isJsxExpression(child)) return !isSteady(child, checker);
  return (
    child.expression !== undefined && !isConstant(child.expression, checker) && !isSteady(child.expression, checker)
  );
}

/** A literal, or a module's constant, such as the product name. */
function isConstant(value: ast.Node, checker: Checker): boolean {
  if (ast.isStringLiteral(value) || ast.isNoSubstitutionTemplateLiteral(value) || ast.isNumericLiteral(value))
    return true;
  if (ast.isPropertyAccessExpression(value)) return isConstant(value.expression, checker);
  if (ast.isParenthesizedExpression(value)) return isConstant(value.expression, checker);
  if (ast.isBinaryExpression(value)) return isConstant(value.left, checker) && isConstant(value.right, checker);
  if (!ast.isIdentifier(value)) return false;
  const declaration = originOf(checker.getSymbolAtLocation(value), checker)?.valueDeclaration?.resolve();
  return (
    declaration !== undefined &&
    ast.isVariableDeclaration(declaration) &&
    ast.isSourceFile(declaration.parent.parent.parent)
  );
}

const originOf = (symbol: CheckedSymbol | undefined, checker: Checker): CheckedSymbol | undefined =>
  symbol && symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** An element that stays in place, even if its content changes. */
function isSteady(node: ast.Node, checker: Checker): boolean {
  if (ast.isParenthesizedExpression(node)) return isSteady(node.expression, checker);
  if (ast.isIdentifier(node)) return isSteadyConstant(node, checker);
  if (!ast.isJsxElement(node) && !ast.isJsxSelfClosingElement(node)) return false;
  const { tagName } = ast.isJsxElement(node) ? node.openingElement : node;
  if (ast.isIdentifier(tagName) && /^[a-z]/.test(tagName.text)) return true;
  return hasSteadyRoot(checker.getSymbolAtLocation(tagName), checker);
}

/** A local `const` that holds an element. */
function isSteadyConstant(name: ast.Node, checker: Checker): boolean {
  const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration?.resolve();
  if (!declaration || !ast.isVariableDeclaration(declaration) || !declaration.initializer) return false;
  return declaration.parent.flags & ast.NodeFlags.Const ? isSteady(declaration.initializer, checker) : false;
}

function hasSteadyRoot(symbol: CheckedSymbol | undefined, checker: Checker): boolean {
  const handle = originOf(symbol, checker)?.valueDeclaration;
  if (!handle) return false;
  if (handle.path.includes('/node_modules/')) return true; // an icon
  const declaration = handle.resolve();
  const component = declaration && ast.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  if (!component) return false;
  if (ast.isArrowFunction(component) && !ast.isBlock(component.body)) return isSteady(component.body, checker);
  if (!ast.isFunctionDeclaration(component) && !ast.isArrowFunction(component) && !ast.isFunctionExpression(component))
    return false;
  const results = returnsOf(component);
  return results.length === 1 && results.every((result) => isSteady(result, checker));
}

function returnsOf(component: ast.Node): ast.Node[] {
  const results: ast.Node[] = [];
  const visit = (node: ast.Node): void => {
    if (ast.isReturnStatement(node)) results.push(node.expression ?? node);
    else if (node === component || !ast.isFunctionLikeDeclaration(node)) node.forEachChild(visit);
  };
  visit(component);
  return results;
}
