import {
  parseSync,
  Visitor,
  type CallExpression,
  type Function as FunctionNode,
  type Node,
  type Statement,
} from 'oxc-parser'
import { lineAt } from './imports.ts'
import type { SourceFile } from './source-files.ts'

/** The longest function of a test, in lines; `max-lines-per-function` of `.oxlintrc.json` has the same for other code. */
export const functionLimit = 60

/** Calls whose callback only groups tests. */
const groups: ReadonlySet<string> = new Set(['describe', 'suite'])
/** Calls that a function consists of when it only groups tests, such as those of one rule in a suite with one lab. */
const cases: ReadonlySet<string> = new Set([...groups, 'test', 'it'])

/**
 * Every function of a test file above the limit, except those that only group tests; for them `max-lines-per-function` of
 * `.oxlintrc.json` has a limit of its own.
 */
export function longTestFunctions({ path, text }: SourceFile): { line: number; lines: number }[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0] !== undefined) throw new Error(`${path} does not parse: ${errors[0].message}`)
  const grouping = new Set<number>()
  const found: Node[] = []
  new Visitor({
    CallExpression: (call) => isGroup(call) && call.arguments.forEach(({ start }) => grouping.add(start)),
    FunctionDeclaration: (node) => onlyHasTests(node) || found.push(node),
    FunctionExpression: (node) => found.push(node),
    ArrowFunctionExpression: (node) => found.push(node),
  }).visit(program)
  return found
    .filter(({ start }) => !grouping.has(start))
    .map(({ start, end }) => ({ line: lineAt(text, start), lines: lineAt(text, end) - lineAt(text, start) + 1 }))
    .filter(({ lines }) => lines > functionLimit)
}

function isGroup({ callee }: CallExpression): boolean {
  return callee.type === 'Identifier' && groups.has(callee.name)
}

function onlyHasTests({ body }: FunctionNode): boolean {
  return body?.body.every(isCase) === true
}

function isCase(statement: Statement): boolean {
  if (statement.type === 'BlockStatement') return statement.body.every(isCase)
  if (statement.type === 'ForOfStatement') return isCase(statement.body)
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return false
  const { callee } = statement.expression
  return callee.type === 'Identifier' && cases.has(callee.name)
}
