import type { ESTree, ParseResult } from 'rolldown/utils'
import { Visitor } from 'rolldown/utils'
import type { Finding } from './module-facts.ts'
import { readText } from './read-text.ts'

/** A module that another one names, in code or only in types, with the imported names. */
export interface Mention extends Finding {
  /** None where the whole module is imported. */
  readonly names: readonly string[]
}

type Parsed = Pick<ParseResult, 'program' | 'module'>
type LineOf = (offset: number) => number

/** Every module that a module names, types included: they vanish from code, and still belong to what it is written with. */
export function findMentions({ program, module }: Parsed, lineOf: LineOf): Mention[] {
  const imported = module.staticImports.map(({ moduleRequest, start, entries }) => ({
    what: moduleRequest.value,
    line: lineOf(start),
    names: entries.flatMap(({ importName }) => importName.name ?? []),
  }))
  const exported = module.staticExports.flatMap(({ start, entries }) => {
    const [what] = entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])
    if (what === undefined) return []
    return [{ what, line: lineOf(start), names: entries.flatMap(({ importName }) => importName.name ?? []) }]
  })
  return [...imported, ...exported, ...expressionsIn(program, lineOf)]
}

function expressionsIn(program: ESTree.Program, lineOf: LineOf): Mention[] {
  const found: Mention[] = []
  const take = (node: ESTree.Node | undefined, names: readonly string[] = []): void => {
    const what = node === undefined ? undefined : readText(node)
    if (node !== undefined && what !== undefined) found.push({ what, line: lineOf(node.start), names })
  }
  new Visitor({
    ImportExpression: ({ source }) => take(source),
    TSImportType: ({ source, qualifier }) => take(source, qualifier?.type === 'Identifier' ? [qualifier.name] : []),
    TSExternalModuleReference: ({ expression }) => take(expression),
    CallExpression({ callee, arguments: [argument] }) {
      if (callee.type === 'Identifier' && callee.name === 'require') take(argument)
    },
  }).visit(program)
  return found
}
