import { parseSync, type ParseResult } from 'rolldown/utils'
import { findMentions, type Mention } from './module-mentions.ts'
import { walkModule, type ModuleWalk } from './module-walk.ts'
import { findNetworkUse, opensConnections, type NetworkUse } from './network-use.ts'

/** Something found in a module, and on which line. */
export interface Finding {
  readonly what: string
  readonly line: number
}

/** Where an imported name comes from. */
export interface Binding {
  readonly specifier: string
  readonly name: string
}

/** Facts about one module, read without running it. */
export interface ModuleFacts extends ModuleWalk, NetworkUse {
  /** Specifiers of everything imported at run time; types vanish and do not count. */
  readonly imports: readonly Finding[]
  /** Everything that it names, types included. */
  readonly mentions: readonly Mention[]
  /** Imported names, by their name in this module. */
  readonly bindings: ReadonlyMap<string, Binding>
  /** Exported names; `*` when another module's are passed on. */
  readonly exports: ReadonlySet<string>
}

/** Options of the scope analysis for a tree: ranges, and TypeScript's form for plain modules too. */
const forScopes = { range: true, astType: 'ts' } as const

const unnamed = { Name: '', Default: 'default', None: '*' } as const

type Record = ParseResult['module']
type LineOf = (offset: number) => number

const lines =
  (text: string): LineOf =>
  (offset) =>
    text.slice(0, offset).split('\n').length

/**
 * Reads a module of a plugin. A fact is looked for when it is asked for: a reader of imports alone walks no tree.
 * @throws SyntaxError with the line of the first mistake
 */
export function readModule(path: string, text: string): ModuleFacts {
  const parsed = parseSync(path, text, { sourceType: 'module', ...forScopes })
  const lineOf = lines(text)
  const [error] = parsed.errors
  if (error !== undefined) throw new SyntaxError(`${error.message} on line ${lineOf(error.labels[0]?.start ?? 0)}`)
  const { module } = parsed
  const bindings = readBindings(module)
  const imports = readImports(module, text, lineOf)
  const walk = once(() => walkModule(parsed.program, bindings, lineOf))
  const use = once(() => findNetworkUse(parsed.program, lineOf))
  const mentions = once(() => findMentions(parsed, lineOf))
  const places = once(() => [
    ...module.importMetas.map(({ start }) => ({ what: 'import.meta', line: lineOf(start) })),
    ...walk().places,
  ])
  return {
    imports,
    bindings,
    exports: readExports(module),
    get constants() {
      return walk().constants
    },
    get definition() {
      return walk().definition
    },
    get places() {
      return places()
    },
    get mentions() {
      return mentions()
    },
    get network() {
      return [...imports.filter(({ what }) => opensConnections(what)), ...use().network]
    },
    get unread() {
      return use().unread
    },
  }
}

function once<Fact>(find: () => Fact): () => Fact {
  let found: { readonly fact: Fact } | undefined
  return () => (found ??= { fact: find() }).fact
}

function readExports(module: Record): ReadonlySet<string> {
  return new Set(
    module.staticExports.flatMap(({ entries }) =>
      entries.map(({ exportName }) => exportName.name ?? unnamed[exportName.kind]),
    ),
  )
}

/** The network use of a dependency's module, whichever kind of module it is; undefined for neither kind. */
export function readNetwork(path: string, text: string): readonly Finding[] | undefined {
  const lineOf = lines(text)
  const fitting = parseEither(path, text)
  if (fitting === undefined) return undefined
  const imports = readImports(fitting.module, text, lineOf).filter(({ what }) => opensConnections(what))
  return [...imports, ...findNetworkUse(fitting.program, lineOf).network]
}

/** Everything that a dependency's module names; nothing where it can't be read. */
export function readMentions(path: string, text: string): readonly Mention[] {
  const parsed = parseEither(path, text)
  return parsed === undefined ? [] : findMentions(parsed, lines(text))
}

function parseEither(path: string, text: string): ParseResult | undefined {
  for (const sourceType of ['module', 'commonjs'] as const) {
    const parsed = parseSync(path, text, { sourceType, ...forScopes })
    if (parsed.errors.length === 0) return parsed
  }
  return undefined
}

function readBindings(module: Record): Map<string, Binding> {
  return new Map(
    module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ localName, importName }) => [
        localName.value,
        { specifier: moduleRequest.value, name: importName.name ?? 'default' },
      ]),
    ),
  )
}

function readImports(module: Record, text: string, lineOf: LineOf): Finding[] {
  const imported = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest, start }) => ({ what: moduleRequest.value, line: lineOf(start) }))
  const exported = module.staticExports.flatMap(({ entries, start }) =>
    entries
      .filter(({ isType }) => !isType)
      .flatMap(({ moduleRequest }) =>
        moduleRequest === null ? [] : [{ what: moduleRequest.value, line: lineOf(start) }],
      ),
  )
  const lazy = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const written = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(start, end))?.[2]
    return written === undefined ? [] : [{ what: written, line: lineOf(start) }]
  })
  return [...imported, ...exported, ...lazy]
}
