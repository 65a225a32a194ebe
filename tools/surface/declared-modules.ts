/** Follows names through the declarations that the compiler wrote, from a door to where something is declared. */
import { parseSync, type Declaration, type EcmaScriptModule, type Statement } from 'oxc-parser'
import { declaredNames, type Source } from '../contract/signature.ts'
import { declarationOf, sourceOf } from '../contract/contract-packages.ts'
import type { Declarations } from '../api-report.ts'

/** A declaration with the module that it stands in. */
export type Declared = {
  readonly path: string
  readonly source: Source
  /** The statement around it, before which its docstring ends. */
  readonly start: number
  readonly node: Declaration | Statement
}

type DeclaredModule = {
  readonly source: Source
  readonly links: EcmaScriptModule
  readonly declared: ReadonlyMap<string, readonly Declared[]>
}

/** Declarations by the module and the name. */
export class DeclaredModules {
  readonly #texts: Declarations
  readonly #modules = new Map<string, DeclaredModule>()

  constructor(texts: Declarations) {
    this.#texts = texts
  }

  /** The exports of a module: each name with its declarations, none if it leads out of these modules. */
  exportsOf(path: string): ReadonlyMap<string, readonly Declared[]> {
    const links = this.#read(path).links.staticExports.flatMap(({ entries }) => entries)
    const found = links.flatMap(({ exportName, moduleRequest }) => {
      if (moduleRequest === null || exportName.name !== null) {
        const name = exportName.name ?? 'default'
        return [[name, this.exported(path, name)] as const]
      }
      const target = this.#target(path, moduleRequest.value)
      return target === undefined ? [] : [...this.exportsOf(target)]
    })
    return new Map(found)
  }

  /** The declarations behind a name that a module exports. */
  exported(path: string, name: string): readonly Declared[] {
    const { links } = this.#read(path)
    for (const { entries } of links.staticExports) {
      for (const { exportName, localName, importName, moduleRequest } of entries) {
        if ((exportName.name ?? 'default') !== name) continue
        if (moduleRequest === null) return this.named(path, localName.name ?? name)
        const target = this.#target(path, moduleRequest.value)
        return target === undefined ? [] : this.exported(target, importName.name ?? 'default')
      }
    }
    const passed = links.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName, moduleRequest }) =>
        exportName.name === null && moduleRequest !== null ? (this.#target(path, moduleRequest.value) ?? []) : [],
      ),
    )
    return passed.flatMap((target) => this.exported(target, name))
  }

  /** The declarations of a name within a module: its own or imported ones. */
  named(path: string, name: string): readonly Declared[] {
    const { declared, links } = this.#read(path)
    const own = declared.get(name)
    if (own !== undefined) return own
    for (const { entries, moduleRequest } of links.staticImports) {
      const entry = entries.find(({ localName }) => localName.value === name)
      if (entry === undefined) continue
      const target = this.#target(path, moduleRequest.value)
      return target === undefined ? [] : this.exported(target, entry.importName.name ?? 'default')
    }
    return []
  }

  /** The declarations of `import('./key.ts').Key` in a module. */
  imported(path: string, specifier: string, name: string): readonly Declared[] {
    const target = this.#target(path, specifier)
    return target === undefined ? [] : this.exported(target, name)
  }

  #target(from: string, specifier: string): string | undefined {
    const source = sourceOf(from, specifier)
    const path = source === undefined ? undefined : declarationOf(source)
    return path !== undefined && this.#texts.has(path) ? path : undefined
  }

  #read(path: string): DeclaredModule {
    const known = this.#modules.get(path)
    if (known !== undefined) return known
    const text = this.#texts.get(path) ?? ''
    const { program, module, comments, errors } = parseSync(path, text)
    if (errors[0] !== undefined) throw new Error(`${path} does not parse: ${errors[0].message}`)
    const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    const source = { text, docs: new Map(docs.map(({ start, end }) => [end, start])) }
    const all = program.body.flatMap((statement) => {
      const isExport = statement.type === 'ExportNamedDeclaration' && statement.declaration !== null
      const node = isExport ? statement.declaration : statement
      const declared = node === null ? [] : declaredNames(node)
      return declared.map((name) => ({ name, path, source, start: statement.start, node: node ?? statement }))
    })
    const read = { source, links: module, declared: Map.groupBy(all, ({ name }) => name) }
    this.#modules.set(path, read)
    return read
  }
}
