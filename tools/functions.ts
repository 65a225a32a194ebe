import { parseSync, Visitor, type ArrowFunctionExpression, type CallExpression, type Function } from 'oxc-parser'
import { lineAt } from './imports.ts'
import { testContainers } from './size-limits.ts'
import type { SourceFile } from './source-files.ts'

/** A function as the size check sees it. A parameter `this` is a type, not a parameter. */
export type FunctionSize = { name: string; line: number; lines: number; parameters: number }

type AnyFunction = Function | ArrowFunctionExpression

/** Every function of a file with a body, but those that only group tests. */
export function functionsOf({ path, text }: SourceFile): FunctionSize[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0] !== undefined) throw new Error(`${path} does not parse: ${errors[0].message}`)
  const names = new Map<number, string>()
  const containers = new Set<number>()
  const found: AnyFunction[] = []
  new Visitor({
    VariableDeclarator: ({ id, init }) => id.type === 'Identifier' && init !== null && names.set(init.start, id.name),
    Property: ({ key, value }) => names.set(value.start, text.slice(key.start, key.end)),
    MethodDefinition: ({ key, value }) => names.set(value.start, text.slice(key.start, key.end)),
    CallExpression: (call) => isContainer(call) && call.arguments.forEach(({ start }) => containers.add(start)),
    FunctionDeclaration: (node) => found.push(node),
    FunctionExpression: (node) => found.push(node),
    ArrowFunctionExpression: (node) => found.push(node),
  }).visit(program)
  return found
    .filter(({ start, body }) => body !== null && !containers.has(start))
    .map((node) => sizeOf(node, { text, names }))
}

function isContainer({ callee }: CallExpression): boolean {
  return callee.type === 'Identifier' && testContainers.includes(callee.name)
}

function sizeOf(node: AnyFunction, { text, names }: { text: string; names: Map<number, string> }): FunctionSize {
  const line = lineAt(text, node.start)
  return {
    name: node.id?.name ?? names.get(node.start) ?? 'an unnamed function',
    line,
    lines: lineAt(text, node.end) - line + 1,
    parameters: node.params.filter((param) => !(param.type === 'Identifier' && param.name === 'this')).length,
  }
}
