import { parseSync, Visitor, type CallExpression, type Node } from 'oxc-parser'
import { lineAt } from './imports.ts'
import type { SourceFile } from './source-files.ts'

/** The longest function of a test, in lines; `max-lines-per-function` of `.oxlintrc.json` has the same for other code. */
export const functionLimit = 60

/** Calls whose callback only groups tests. */
const groups: ReadonlySet<string> = new Set(['describe', 'suite'])

/** Every function of a test file above the limit, except callbacks that only group tests. */
export function longTestFunctions({ path, text }: SourceFile): { line: number; lines: number }[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0] !== undefined) throw new Error(`${path} does not parse: ${errors[0].message}`)
  const grouping = new Set<number>()
  const found: Node[] = []
  new Visitor({
    CallExpression: (call) => isGroup(call) && call.arguments.forEach(({ start }) => grouping.add(start)),
    FunctionDeclaration: (node) => found.push(node),
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
