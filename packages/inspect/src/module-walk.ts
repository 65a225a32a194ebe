import type { ESTree } from 'rolldown/utils'
import { Visitor } from 'rolldown/utils'
import type { Binding, Finding } from './module-facts.ts'
import { readText } from './read-text.ts'

/** A name as it stands in a definition: written out, or in a constant, or beyond reading. */
export type NameFact = { readonly literal: string } | { readonly constant: string } | { readonly unread: true }

/** The call of `definePlugin` or `defineUIPlugin`. */
export interface Definition {
  readonly definer: string
  readonly name: NameFact
  readonly helpDocsFS: NameFact | undefined
}

/** Facts in the body of a module. */
export interface ModuleWalk {
  /** Constants with a literal value. */
  readonly constants: ReadonlyMap<string, string>
  /** Names for the folder of the module's file, which it has none of inside an executable. */
  readonly places: readonly Finding[]
  readonly definition: Definition | undefined
}

const placeNames = new Set(['__dirname', '__filename'])

/** Walks a parsed module once. */
export function walkModule(
  program: ESTree.Program,
  bindings: ReadonlyMap<string, Binding>,
  lineOf: (offset: number) => number,
): ModuleWalk {
  const constants = new Map<string, string>()
  const places: Finding[] = []
  const keys = new WeakSet<object>()
  let definition: Definition | undefined
  new Visitor({
    MemberExpression: (node) => void (node.computed || keys.add(node.property)),
    Property: (node) => void (node.computed || node.shorthand || keys.add(node.key)),
    Identifier(node) {
      if (placeNames.has(node.name) && !keys.has(node)) places.push({ what: node.name, line: lineOf(node.start) })
    },
    VariableDeclarator(node) {
      const value = node.init === null ? undefined : readText(node.init)
      if (node.id.type === 'Identifier' && value !== undefined) constants.set(node.id.name, value)
    },
    CallExpression(node) {
      definition ??= readDefinition(node, bindings)
    },
  }).visit(program)
  return { constants, places, definition }
}

function readDefinition(node: ESTree.CallExpression, bindings: ReadonlyMap<string, Binding>): Definition | undefined {
  if (node.callee.type !== 'Identifier') return undefined
  const definer = bindings.get(node.callee.name)?.name ?? ''
  if (definer !== 'definePlugin' && definer !== 'defineUIPlugin') return undefined
  const [argument] = node.arguments
  const name = argument?.type === 'ObjectExpression' ? readMember(argument, 'name') : undefined
  const helpDocsFS = argument?.type === 'ObjectExpression' ? readMember(argument, 'helpDocsFS') : undefined
  return { definer, name: name ?? { unread: true }, helpDocsFS }
}

function readMember(object: ESTree.ObjectExpression, key: string): NameFact | undefined {
  const member = object.properties.findLast(
    (property) => property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === key,
  )
  if (member?.type !== 'Property') return undefined
  const literal = readText(member.value)
  if (literal !== undefined) return { literal }
  return member.value.type === 'Identifier' ? { constant: member.value.name } : { unread: true }
}
