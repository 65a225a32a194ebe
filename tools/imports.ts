import { parseSync, Visitor, type Expression, type Program } from 'oxc-parser'
import type { SourceFile } from './source-files.ts'

/** One mention of another module: static, dynamic, re-exported, as a type or through `require`. */
export type Import = { readonly specifier: string; readonly line: number }

/** Without it, a file names modules only in statements of import and export, which the parser lists without a tree. */
const mayNameElsewhere = /\bimport\s*(?:\(|\/)|\brequire\b|\bexport\s*\{\s*\}|\\u/

/** Every module that a file names, in every syntax of the language. Throws when the file does not parse. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const parsed = parseSync(path, text)
  const { errors, module } = parsed
  if (errors[0] !== undefined) throw new Error(`${path} does not parse: ${errors[0].message}`)
  if (mayNameElsewhere.test(text)) return importsIn(parsed.program, text)
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest)),
  ]
  // A name that is imported and passed on is listed with both.
  const places = new Map(
    requests.flatMap((request) => (request === null ? [] : [[request.start, request.value] as const])),
  )
  return [...places].map(([start, specifier]) => ({ specifier, line: lineAt(text, start) }))
}

function importsIn(program: Program, text: string): Import[] {
  const found: Import[] = []
  const add = (specifier: string, start: number): void => {
    found.push({ specifier, line: lineAt(text, start) })
  }
  new Visitor({
    ImportDeclaration: ({ source }) => add(source.value, source.start),
    ExportAllDeclaration: ({ source }) => add(source.value, source.start),
    ExportNamedDeclaration: ({ source }) => source !== null && add(source.value, source.start),
    ImportExpression: ({ source }) => add(literalOf(source), source.start),
    TSImportType: ({ source }) => add(source.value, source.start),
    TSExternalModuleReference: ({ expression }) => add(expression.value, expression.start),
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === 'Identifier' && callee.name === 'require' && first?.type === 'Literal') {
        add(String(first.value), first.start)
      }
    },
  }).visit(program)
  return found
}

/** A dynamic import with a computed target, which no check can follow. */
export const computed = 'a computed path'

function literalOf(source: Expression): string {
  if (source.type === 'Literal' && typeof source.value === 'string') return source.value
  const [only] = source.type === 'TemplateLiteral' && source.expressions.length === 0 ? source.quasis : []
  return only?.value.cooked ?? computed
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
