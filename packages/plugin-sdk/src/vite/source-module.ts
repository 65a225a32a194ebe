import { parseSync, Visitor, type ESTree } from 'vite'

/** Text that stands in a module's strings, and on which line. */
export interface Found {
  readonly text: string
  readonly line: number
}

/** Facts about one module for the checks, read without running it. */
export interface SourceModule {
  readonly program: ESTree.Program
  /** Relative specifiers of static imports. */
  readonly imports: readonly string[]
  /** Relative specifiers of dynamic imports by `import()`. */
  readonly lazyImports: readonly string[]
  /** Imported names by their name here: from where, and under which name there. */
  readonly bindings: ReadonlyMap<string, { readonly specifier: string; readonly name: string }>
  readonly exports: ReadonlySet<string>
  readonly strings: readonly Found[]
  /** Strings that name an icon. */
  readonly icons: readonly Found[]
  /** Keys of texts that are asked for as they are written. */
  readonly textKeys: readonly Found[]
  readonly lineOf: (offset: number) => number
}

/** Nothing in a text without it names an icon. */
const mayNameIcon = /icon|\\u/i

/**
 * Reads a module. Its tree is made when something of it is asked for: most modules of server halves only pass imports on.
 * @param shown the text that pages show of it, with every character in its place; the whole text when left out
 * @throws SyntaxError with the line of the first mistake
 */
export function readSourceModule(path: string, text: string, shown?: () => string | undefined): SourceModule {
  const parsed = parseSync(path, text, { sourceType: 'module' })
  const { module, errors } = parsed
  const lineOf = lineFinder(text)
  const [error] = errors
  if (error !== undefined) throw new SyntaxError(`${error.message} on line ${lineOf(error.labels[0]?.start ?? 0)}`)
  const bindings = new Map(
    module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ localName, importName }) => [
        localName.value,
        { specifier: moduleRequest.value, name: importName.name ?? 'default' },
      ]),
    ),
  )
  const program = once(() => {
    const other = shown?.()
    return other === undefined ? parsed.program : parseSync(path, other, { sourceType: 'module' }).program
  })
  const walked = once(() => walk(program(), lineOf))
  return {
    bindings,
    imports: importsOf(module).filter(isRelative),
    lazyImports: lazyImportsOf(module, text).filter(isRelative),
    exports: new Set(
      module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name ?? 'default')),
    ),
    get program() {
      return program()
    },
    get strings() {
      return walked().strings
    },
    get icons() {
      return mayNameIcon.test(text) ? walked().icons : []
    },
    get textKeys() {
      return walked().textKeys
    },
    lineOf,
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

/** Finds the line of an offset, counted from 1. */
function lineFinder(text: string): SourceModule['lineOf'] {
  const ends = once(() => [...text.matchAll(/\n/g)].map(({ index }) => index))
  return (offset) => {
    let [low, high] = [0, ends().length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends()[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

type ModuleRecord = ReturnType<typeof parseSync>['module']

function importsOf({ staticImports, staticExports }: ModuleRecord): string[] {
  const imported = staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
  const passedOn = staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType))
  return [
    ...imported.map(({ moduleRequest }) => moduleRequest.value),
    ...passedOn.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  ]
}

function lazyImportsOf({ dynamicImports }: ModuleRecord, text: string): string[] {
  return dynamicImports.flatMap(
    ({ moduleRequest: { start, end } }) => /^(['"`])([^'"`$]+)\1$/.exec(text.slice(start, end))?.[2] ?? [],
  )
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith('.')
}

function walk(
  program: ESTree.Program,
  lineOf: SourceModule['lineOf'],
): Pick<SourceModule, 'strings' | 'icons' | 'textKeys'> {
  const strings: Found[] = []
  const icons: Found[] = []
  const textKeys: Found[] = []
  const note = (list: Found[], node: ESTree.Node | null | undefined): void => {
    const text = textOf(node)
    if (node !== null && node !== undefined && text !== undefined) list.push({ text, line: lineOf(node.start) })
  }
  new Visitor({
    Literal: (node) => note(strings, node),
    TemplateElement: (node) => strings.push({ text: node.value.raw, line: lineOf(node.start) }),
    JSXText: (node) => strings.push({ text: node.value, line: lineOf(node.start) }),
    Property: (node) => nameOf(node.key) === 'icon' && note(icons, node.value),
    JSXAttribute: (node) => node.name.name === 'icon' && note(icons, node.value),
    JSXOpeningElement: (node) => nameOf(node.name) === 'Icon' && note(icons, attribute(node, 'name')),
    CallExpression(node) {
      const [first, second] = node.arguments
      if (nameOf(node.callee) === 't') note(textKeys, first)
      if (nameOf(first) === 'Icon' && second?.type === 'ObjectExpression') note(icons, member(second, 'name'))
    },
  }).visit(program)
  return { strings, icons, textKeys }
}

function attribute(node: ESTree.JSXOpeningElement, name: string): ESTree.Node | null | undefined {
  return node.attributes.find(
    (one): one is ESTree.JSXAttribute => one.type === 'JSXAttribute' && one.name.name === name,
  )?.value
}

/** The value of a member that an object writes out; the last one counts. */
export function member(object: ESTree.ObjectExpression, key: string): ESTree.Expression | undefined {
  const found = object.properties.findLast(
    (one) => one.type === 'Property' && !one.computed && (nameOf(one.key) ?? textOf(one.key)) === key,
  )
  return found?.type === 'Property' ? found.value : undefined
}

/** Whether a node only says of which type its expression is. */
export function isAssertion(
  node: ESTree.Node | null | undefined,
): node is ESTree.TSAsExpression | ESTree.TSSatisfiesExpression {
  return node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression'
}

/** The name that a node is, if it is one. */
export function nameOf(node: ESTree.Node | undefined): string | undefined {
  return node?.type === 'Identifier' || node?.type === 'JSXIdentifier' ? node.name : undefined
}

/** The text that a node writes out, if it does. */
export function textOf(node: ESTree.Node | null | undefined): string | undefined {
  if (isAssertion(node)) return textOf(node.expression)
  if (node?.type === 'JSXExpressionContainer') return textOf(node.expression)
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? undefined)
    : undefined
}
