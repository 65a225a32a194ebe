import { parseSync, Visitor, type Node } from 'oxc-parser'
import { proseOf } from '../packages/testing/src/plugin-checks/languages/prose.ts'
import { isDictionary, loadServerTexts, pairJson, type Dictionary } from './dictionaries.ts'
import { lineAt } from './imports.ts'
import { report, type Finding } from './report.ts'
import { isGenerated, isTest, isTypeScript, readSources, type SourceFile } from './source-files.ts'
import { longSentences, wordProblems } from './words.ts'

/** Properties of definitions, errors and messages with displayed text. */
const shown = new Set(['en', 'title', 'detail', 'description', 'summary', 'label', 'hint', 'message', 'nextStep'])

/** The most occurrences of "what" in 10,000 words of comments, in the packages rewritten so far. */
const whatBudget = 25
const budgeted = /^packages\/host\/src\//

/** An exception is written on the line, or the line before, with its reason. */
const excepted = /words: allow/

const isEnglishPage = (path: string): boolean =>
  /\.mdx?$/.test(path) && !/\.zh\.mdx$|CHANGELOG|^\.changeset\//.test(path)
const isCode = (path: string): boolean => isTypeScript(path) && !isGenerated(path)
const isProductCode = (path: string): boolean =>
  /^(?:packages|plugins|apps)\//.test(path) && isCode(path) && !isTest(path)

export interface Words {
  readonly dictionaries: readonly Dictionary[]
  readonly pages: readonly SourceFile[]
  readonly sources: readonly SourceFile[]
}

/**
 * Texts of interface, errors, documents and reference that are not in plain words, and comments with too many "what".
 */
export function checkWords({ dictionaries, pages, sources }: Words): Finding {
  return {
    check: 'words',
    seen: Math.min(dictionaries.length, pages.length, sources.length),
    problems: [
      ...dictionaries.flatMap(dictionaryProblems),
      ...pages.flatMap(pageProblems),
      ...sources.filter(({ path }) => isProductCode(path)).flatMap(sourceProblems),
      ...whatProblems(sources.filter(({ path }) => budgeted.test(path))),
    ],
  }
}

function dictionaryProblems({ path, en }: Dictionary): string[] {
  return [...en].flatMap(([key, text]) => interfaceProblems(text).map((problem) => `${path}: ${key}: ${problem}`))
}

const interfaceProblems = (text: string): string[] => [...wordProblems(text), ...longSentences(text)]

function pageProblems({ path, text }: SourceFile): string[] {
  const lines = text.split('\n')
  return proseOf(text).flatMap(({ line, text: prose }) =>
    isExcepted(lines, line) ? [] : wordProblems(prose).map((problem) => `${path}:${line}: ${problem}`),
  )
}

/** Literals of displayed properties; a placeholder counts as one word. */
function sourceProblems({ path, text }: SourceFile): string[] {
  const lines = text.split('\n')
  const problems: string[] = []
  new Visitor({
    Property: ({ key, value }) => {
      if (!shown.has(text.slice(key.start, key.end))) return
      const line = lineAt(text, value.start)
      if (isExcepted(lines, line)) return
      for (const each of interfaceProblems(textOf(value))) problems.push(`${path}:${line}: ${each}`)
    },
  }).visit(parseSync(path, text).program)
  return problems
}

function textOf(value: Node): string {
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value
  if (value.type === 'TemplateLiteral') return value.quasis.map(({ value: { raw } }) => raw).join('word')
  return ''
}

const isExcepted = (lines: readonly string[], line: number): boolean =>
  excepted.test(lines[line - 1] ?? '') || excepted.test(lines[line - 2] ?? '')

/** Occurrences of "what" in comments, over all files of a package. */
function whatProblems(sources: readonly SourceFile[]): string[] {
  const words = sources.flatMap(commentWords)
  const count = words.filter((word) => word.toLowerCase() === 'what').length
  const per = words.length === 0 ? 0 : Math.round((count / words.length) * 10_000)
  return per <= whatBudget
    ? []
    : [`packages/host: "what" ${per} times in 10,000 words of comments, at most ${whatBudget}`]
}

function commentWords({ path, text }: SourceFile): string[] {
  return parseSync(path, text).comments.flatMap(({ value }) => value.match(/[A-Za-z’']+/g) ?? [])
}

if (import.meta.main) {
  const files = readSources((path) => isDictionary(path) || isEnglishPage(path) || isCode(path))
  const dictionaries = [...pairJson(files), ...(await loadServerTexts(files))]
  report(
    checkWords({
      dictionaries,
      pages: files.filter(({ path }) => isEnglishPage(path)),
      sources: files.filter(({ path }) => isCode(path)),
    }),
  )
}
