import { parseSync, Visitor, type Argument, type Expression } from 'oxc-parser'
import { lineAt } from './imports.ts'
import type { SourceFile } from './source-files.ts'

/** A mention of a rule: `4.2` of the specification, `I7` of the identity promises. */
export type Quote = { readonly rule: string; readonly line: number }

/** Calls whose first argument is a title. A skipped test, or one still to be written, proves nothing. */
const titled: ReadonlySet<string> = new Set(['test', 'it', 'describe', 'suite'])

/** Every rule that a file mentions, wherever it does. */
export function quotesIn({ text }: SourceFile): Quote[] {
  return [...text.matchAll(/§(\d+\.\d+|[IPA]\d+)\b/g)].map(({ index, 1: rule = '' }) => ({
    rule,
    line: lineAt(text, index),
  }))
}

/** The rules that a test file proves: those in its titles, and in a file that is only compiled those in its comments. */
export function provenRules(file: SourceFile): string[] {
  if (/\.test-d\.tsx?$/.test(file.path)) return quotesIn(file).map(({ rule }) => rule)
  if (!/\.test\.tsx?$/.test(file.path)) return []
  return titlesOf(file).flatMap((text) => quotesIn({ ...file, text }).map(({ rule }) => rule))
}

function titlesOf({ path, text }: SourceFile): string[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0] !== undefined) throw new Error(`${path} does not parse: ${errors[0].message}`)
  const titles: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (title !== undefined && isTitled(callee)) titles.push(text.slice(title.start, title.end))
    },
  }).visit(program)
  return titles
}

function isTitled(callee: Expression | Argument): boolean {
  if (callee.type === 'Identifier') return titled.has(callee.name)
  // it.each(cases)('a title', ...)
  if (callee.type !== 'CallExpression' || callee.callee.type !== 'MemberExpression') return false
  const { object, property } = callee.callee
  return (
    object.type === 'Identifier' &&
    titled.has(object.name) &&
    property.type === 'Identifier' &&
    property.name === 'each'
  )
}
