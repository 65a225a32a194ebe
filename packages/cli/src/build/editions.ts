import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type ESTree } from 'rolldown/utils'

/** The modules that list the in-tree plugins. */
const editions = ['apps/server/src/edition.ts', 'apps/web/src/edition.ts'] as const

/**
 * The texts of the editions without some plugins, by absolute path; none when every plugin stays.
 * @param names of in-tree plugins
 */
export function editionsWithout(root: string, names: readonly string[]): ReadonlyMap<string, string> {
  if (names.length === 0) return new Map()
  return new Map(
    editions.map((edition) => {
      const path = join(root, edition)
      return [path, withoutPlugins(path, readFileSync(path, 'utf8'), names)]
    }),
  )
}

interface Range {
  readonly start: number
  readonly end: number
}

/**
 * The text of an edition without some plugins: their imports, and the entries of lists that name them.
 * @throws Error when a plugin is imported and in no list, so that it would stay
 */
export function withoutPlugins(path: string, text: string, names: readonly string[]): string {
  const { program } = parseSync(path, text, { sourceType: 'module' })
  const removed: Range[] = []
  const locals = new Set<string>()
  const listed = new Set<string>()
  new Visitor({
    ImportDeclaration(node) {
      const name = /^@host\/([^/]+)\/(?:server|web)$/.exec(node.source.value)?.[1]
      if (name === undefined || !names.includes(name)) return
      removed.push(node)
      for (const { local } of node.specifiers) locals.add(local.name)
    },
    ArrayExpression({ elements }) {
      for (const element of elements) {
        const local = element === null ? undefined : pluginOf(element)
        if (element === null || local === undefined || !locals.has(local)) continue
        listed.add(local)
        removed.push(withComma(text, element))
      }
    },
  }).visit(program)
  if (listed.size !== locals.size) throw new Error(`${path} imports a plugin that is in none of its lists.`)
  return removed
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
}

/** The name in `notes` and in `{ plugin: notes, … }`. */
function pluginOf(element: ESTree.ArrayExpressionElement): string | undefined {
  if (element?.type === 'Identifier') return element.name
  if (element?.type !== 'ObjectExpression') return undefined
  for (const property of element.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== 'plugin') continue
    return property.value.type === 'Identifier' ? property.value.name : undefined
  }
  return undefined
}

function withComma(text: string, { start, end }: Range): Range {
  const comma = /^\s*,/.exec(text.slice(end))?.[0] ?? ''
  return { start, end: end + comma.length }
}
