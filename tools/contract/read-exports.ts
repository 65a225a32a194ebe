/** Follows the exports of a package's entry points to their declarations; nothing is run or type-checked for it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type ParseResult } from 'oxc-parser'
import { sourceOf } from './contract-packages.ts'
import { readDocComment, type DocComment } from './doc-comment.ts'
import { declaredNames, signatureOf, type Source } from './signature.ts'

/** Something that a package exports. */
export type ContractExport = {
  readonly name: string
  /** Where it is declared, from the root of the repository. */
  readonly file: string
  readonly signature: string
  /** Undefined where it has no docstring. */
  readonly doc: DocComment | undefined
}

type Parsed = { readonly source: Source; readonly parsed: ParseResult }

/** Files of a repository, each parsed once. */
export class ContractSources {
  readonly #root: string
  /** Doors of our packages by the name under which others import them. */
  readonly #doors: ReadonlyMap<string, string>
  readonly #files = new Map<string, Parsed>()

  constructor(root: string, doors: ReadonlyMap<string, string>) {
    this.#root = root
    this.#doors = doors
  }

  /** The exports of an entry point, in the order of its lines. @throws Error for an export that can't be followed */
  exportsOf(door: string): readonly ContractExport[] {
    const { staticExports } = this.#read(door).parsed.module
    const found = staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName, moduleRequest }) => {
        if (moduleRequest !== null && exportName.name === null) {
          return this.exportsOf(this.#resolve(door, moduleRequest.value))
        }
        const name = exportName.name ?? 'default'
        return [{ ...this.#find(door, name), name }]
      }),
    )
    // Overloads are exported once each.
    return [...new Map(found.map((each) => [each.name, each])).values()]
  }

  #find(file: string, name: string): ContractExport {
    const found = this.#declared(file, name) ?? this.#passedOn(file, name)
    if (found === undefined) throw new Error(`${file} exports ${name}, which is declared nowhere`)
    return found
  }

  #declared(file: string, name: string): ContractExport | undefined {
    const { source, parsed } = this.#read(file)
    const statements = parsed.program.body.flatMap((statement) => {
      const isExport = statement.type === 'ExportNamedDeclaration' && statement.declaration !== null
      const node = isExport ? statement.declaration : statement
      return node !== null && declaredNames(node).includes(name) ? [{ statement, node }] : []
    })
    if (statements.length === 0) return undefined
    const isOverloaded = statements.some(({ node }) => node.type === 'TSDeclareFunction')
    const seen = statements.filter(({ node }) => !isOverloaded || node.type !== 'FunctionDeclaration')
    return {
      name,
      file,
      signature: seen.map(({ node }) => signatureOf(node, name, source)).join('\n'),
      doc: statements.map(({ statement }) => docBefore(source, statement.start)).find((doc) => doc !== undefined),
    }
  }

  #passedOn(file: string, name: string): ContractExport | undefined {
    const { staticExports, staticImports } = this.#read(file).parsed.module
    for (const { entries } of staticExports) {
      for (const { exportName, localName, importName, moduleRequest } of entries) {
        if (exportName.name !== name) continue
        if (moduleRequest !== null) {
          return this.#find(this.#resolve(file, moduleRequest.value), importName.name ?? 'default')
        }
        if (localName.name !== name && localName.name !== null) return this.#find(file, localName.name)
      }
    }
    for (const { entries, moduleRequest } of staticImports) {
      const entry = entries.find(({ localName }) => localName.value === name)
      if (entry === undefined) continue
      return this.#find(this.#resolve(file, moduleRequest.value), entry.importName.name ?? 'default')
    }
    return undefined
  }

  #resolve(from: string, specifier: string): string {
    const target = sourceOf(from, specifier) ?? this.#doors.get(specifier)
    if (target !== undefined && existsSync(join(this.#root, target))) return target
    throw new Error(`${from} passes on ${specifier}, which is none of ours`)
  }

  #read(file: string): Parsed {
    const known = this.#files.get(file)
    if (known !== undefined) return known
    const text = readFileSync(join(this.#root, file), 'utf8')
    const parsed = parseSync(file, text)
    if (parsed.errors[0] !== undefined) throw new Error(`${file} does not parse: ${parsed.errors[0].message}`)
    const docs = parsed.comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    const source = { text, docs: new Map(docs.map(({ start, end }) => [end, start])) }
    const read = { source, parsed }
    this.#files.set(file, read)
    return read
  }
}

function docBefore({ text, docs }: Source, start: number): DocComment | undefined {
  const end = text.slice(0, start).trimEnd().length
  const begin = docs.get(end)
  return begin === undefined ? undefined : readDocComment(text.slice(begin + 3, end - 2))
}
