import { analyze } from '@typescript-eslint/scope-manager'
import type { ESTree } from 'rolldown/utils'

/** Where a module uses names that it neither declares nor imports. */
export interface FreeNames {
  /** Whether an identifier means the platform's thing of this name. */
  has(identifier: object): boolean
  /** Whether an identifier is `globalThis`, by that name or by another that the module gave it. */
  isGlobalObject(identifier: object): boolean
}

type Analyzed = Parameters<typeof analyze>[0]

const globalObjects = new Set(['globalThis', 'global'])

/** Finds the free names of a parsed module; the parser has to give ranges, and the tree in the form of TypeScript. */
export function freeNames(program: ESTree.Program): FreeNames {
  const sourceType = program.sourceType === 'module' ? 'module' : 'script'
  // The scopes are of one shape whichever parser made the tree.
  const { globalScope, scopes } = analyze(program as unknown as Analyzed, { sourceType, lib: [], globalReturn: true })
  const free = new Map<object, string>(
    globalScope?.through.map(({ identifier }) => [identifier, 'name' in identifier ? identifier.name : '']),
  )
  const isOriginal = (node: object): boolean => globalObjects.has(free.get(node) ?? '')
  const renamed = new Set<object>(
    scopes
      .flatMap(({ variables }) => variables)
      .filter(({ defs }) => defs.some(({ node }) => 'init' in node && node.init !== null && isOriginal(node.init)))
      .flatMap(({ references }) => references.map(({ identifier }) => identifier)),
  )
  return { has: (node) => free.has(node), isGlobalObject: (node) => isOriginal(node) || renamed.has(node) }
}
