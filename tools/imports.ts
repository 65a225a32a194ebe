import { parseSync, Visitor, type Expression } from 'oxc-parser'
import type { SourceFile } from './source-files.ts'

/** One mention of another module: static, dynamic, re-exported, as a type or through `require`. */
export type Import = { readonly specifier: string; readonly line: number }

/** Every module that a file names, in every syntax of the language. Throws when the file does not parse. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0] !== undefined) throw new Error(`${path} does not parse: ${errors[0].message}`)
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
