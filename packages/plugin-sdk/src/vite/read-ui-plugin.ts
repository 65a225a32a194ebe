import { Visitor, type ESTree } from 'vite'
import { isAssertion, member, nameOf, textOf, type SourceModule } from './source-module.ts'

/** A page or widget as the entry writes it. */
export interface PageFact {
  /** Undefined for a widget. */
  readonly path: string | undefined
  /** The specifier of its lazy import; undefined when it is not lazy. */
  readonly page: string | undefined
  readonly line: number
}

/** Where a language's texts stand: in a file, or in the entry. */
export type DictionaryFact = { readonly specifier: string } | { readonly keys: readonly string[] }

/** The content of a `defineUIPlugin` call, read without running it. */
export interface UIPluginFacts {
  readonly name: string | undefined
  readonly routes: readonly PageFact[]
  readonly instanceRoutes: readonly PageFact[]
  readonly widgets: readonly PageFact[]
  readonly publicPages: readonly PageFact[]
  /** Whether the shell itself shows texts of it, as names of areas or actions: it waits for them. */
  readonly isNamed: boolean
  /** Undefined when the plugin has no texts. */
  readonly i18n: { readonly en: DictionaryFact | undefined; readonly zh: DictionaryFact | undefined } | undefined
  /** Members that are not written out and therefore can't be checked. */
  readonly unreadable: readonly string[]
}

/** The facts of an entry's `defineUIPlugin`, or undefined when there is none with its object written out. */
export function readUIPlugin(module: SourceModule): UIPluginFacts | undefined {
  const reader = new EntryReader(module)
  const definition = reader.definition()
  return definition === undefined ? undefined : reader.facts(definition)
}

class EntryReader {
  readonly #module: SourceModule
  readonly #constants = new Map<string, ESTree.Expression>()
  readonly #unreadable: string[] = []
  #argument: ESTree.Node | undefined

  constructor(module: SourceModule) {
    this.#module = module
    new Visitor({
      VariableDeclarator: ({ id, init }) => {
        if (id.type === 'Identifier' && init !== null) this.#constants.set(id.name, init)
      },
      CallExpression: ({ callee, arguments: [argument] }) => {
        if (this.#importedName(callee) === 'defineUIPlugin') this.#argument ??= argument
      },
    }).visit(module.program)
  }

  definition(): ESTree.ObjectExpression | undefined {
    const object = this.#value(this.#argument)
    return object?.type === 'ObjectExpression' ? object : undefined
  }

  facts(definition: ESTree.ObjectExpression): UIPluginFacts {
    return {
      name: textOf(this.#value(member(definition, 'name'))),
      routes: this.#pages(definition, 'routes'),
      instanceRoutes: this.#pages(definition, 'instanceRoutes'),
      widgets: this.#pages(definition, 'widgets'),
      publicPages: this.#pages(definition, 'publicPages'),
      isNamed: ['areas', 'actions'].some((key) => member(definition, key) !== undefined),
      i18n: this.#i18n(definition),
      unreadable: this.#unreadable,
    }
  }

  #pages(definition: ESTree.ObjectExpression, key: string): readonly PageFact[] {
    const written = member(definition, key)
    if (written === undefined) return []
    const list = this.#value(written)
    if (list?.type !== 'ArrayExpression') return this.#refuse(key)
    return list.elements.flatMap((element) => {
      const page = this.#value(element)
      return page?.type === 'ObjectExpression' ? [this.#page(page, key)] : this.#refuse(key)
    })
  }

  #page(page: ESTree.ObjectExpression, key: string): PageFact {
    const path = textOf(this.#value(member(page, 'path')))
    if (path === undefined && key !== 'widgets') this.#refuse(`${key}[].path`)
    return { path, page: this.#lazyImport(member(page, 'Component')), line: this.#module.lineOf(page.start) }
  }

  /** Specifier imported by `lazyPage(() => import('./Page.tsx'))` or `React.lazy(...)`. */
  #lazyImport(component: ESTree.Node | undefined): string | undefined {
    const call = this.#value(component)
    if (call?.type !== 'CallExpression') return undefined
    const name = this.#importedName(call.callee)
    return name === 'lazyPage' || name === 'lazy' ? importedBy(call.arguments[0]) : undefined
  }

  #i18n(definition: ESTree.ObjectExpression): UIPluginFacts['i18n'] {
    const written = member(definition, 'i18n')
    if (written === undefined) return undefined
    const both = this.#value(written)
    if (both?.type !== 'ObjectExpression') return void this.#refuse('i18n')
    return { en: this.#dictionary(member(both, 'en')), zh: this.#dictionary(member(both, 'zh')) }
  }

  #dictionary(written: ESTree.Node | undefined): DictionaryFact | undefined {
    const binding = this.#module.bindings.get(nameOf(written) ?? '')
    if (binding !== undefined) return { specifier: binding.specifier }
    const value = this.#value(written)
    if (value?.type === 'ObjectExpression') return { keys: keysOf(value) }
    const specifier = importedBy(value)
    if (specifier === undefined && written !== undefined) this.#refuse('i18n')
    return specifier === undefined ? undefined : { specifier }
  }

  /** Resolves a node that names a constant to its value. */
  #value(node: ESTree.Node | null | undefined, depth = 0): ESTree.Node | undefined {
    if (isAssertion(node)) return this.#value(node.expression, depth)
    const constant = this.#constants.get(nameOf(node ?? undefined) ?? '')
    return constant === undefined || depth === 5 ? (node ?? undefined) : this.#value(constant, depth + 1)
  }

  #importedName(callee: ESTree.Node): string | undefined {
    if (callee.type === 'MemberExpression' && !callee.computed) return nameOf(callee.property)
    return this.#module.bindings.get(nameOf(callee) ?? '')?.name
  }

  #refuse(what: string): [] {
    if (!this.#unreadable.includes(what)) this.#unreadable.push(what)
    return []
  }
}

function importedBy(loader: ESTree.Node | undefined): string | undefined {
  if (loader === undefined) return undefined
  const found: string[] = []
  new Visitor({ ImportExpression: ({ source }) => void found.push(textOf(source) ?? '') }).visit(asProgram(loader))
  return found.length === 1 ? found[0] : undefined
}

function asProgram(node: ESTree.Node): ESTree.Program {
  const statement = { type: 'ExpressionStatement', expression: node, start: node.start, end: node.end }
  return {
    type: 'Program',
    sourceType: 'module',
    hashbang: null,
    body: [statement],
    start: node.start,
    end: node.end,
  } as unknown as ESTree.Program
}

function keysOf(object: ESTree.ObjectExpression, above = ''): string[] {
  return object.properties.flatMap((one) => {
    if (one.type !== 'Property') return []
    const key = `${above}${nameOf(one.key) ?? textOf(one.key) ?? ''}`
    return one.value.type === 'ObjectExpression' ? keysOf(one.value, `${key}.`) : [key]
  })
}
