import { proseOf } from '../packages/testing/src/plugin-checks/languages/prose.ts'
import type { Dictionary } from './dictionaries.ts'
import { glossary } from './glossary.ts'
import type { SourceFile } from './source-files.ts'

const bold = /\*\*([^*\n]+)\*\*/g
const fences = /^[ \t]*(`{3,}|~{3,})[\s\S]*?^[ \t]*\1/gm

/** Chinese labels of the product by their English text. */
type Labels = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Fixed words and labels of the product that are missing from Chinese help pages but occur in their English originals.
 */
export function pagePairProblems(pages: readonly SourceFile[], dictionaries: readonly Dictionary[]): string[] {
  const labels = labelsOf(dictionaries)
  const texts = new Map(pages.map(({ path, text }) => [path, text]))
  return pages.flatMap(({ path, text }) => {
    const other = path.replace(/\.mdx$/, '.zh.mdx')
    const chinese = texts.get(other)
    if (path.endsWith('.zh.mdx') || chinese === undefined) return []
    const problems = [...lostWords(text, chinese), ...lostLabels({ text, chinese }, labels)]
    return problems.map((problem) => `${other}: ${problem}`)
  })
}

function lostWords(english: string, chinese: string): string[] {
  const prose = readable(english)
  return glossary
    .filter((term) => term.english.test(prose) && !chinese.includes(term.chinese))
    .map((term) => `the English page has "${term.english.exec(prose)?.[0]}", and this one never ${term.chinese}`)
}

function lostLabels({ text, chinese }: { readonly text: string; readonly chinese: string }, labels: Labels): string[] {
  const there = new Set(boldOf(chinese))
  return boldOf(text).flatMap((label) => {
    const names = [...(labels.get(label) ?? [])]
    if (names.length === 0 || names.some((name) => there.has(name))) return []
    return [`the product calls "${label}" ${names.join(' or ')}, and no bold text of this page does`]
  })
}

function boldOf(page: string): readonly string[] {
  return Array.from(page.replaceAll(fences, '').matchAll(bold), ([, text = '']) => text.split(/ ?→ ?/)).flat()
}

function readable(page: string): string {
  const [, body = page] = /^---\n[^]*?\n---\n([^]*)$/.exec(page) ?? []
  return proseOf(body)
    .map(({ text }) => text)
    .join('\n')
}

function labelsOf(dictionaries: readonly Dictionary[]): Labels {
  const labels = new Map<string, Set<string>>()
  for (const { en, zh } of dictionaries) {
    for (const [key, english] of en) {
      const chinese = zh.get(key)
      if (chinese !== undefined) labels.set(english, (labels.get(english) ?? new Set()).add(chinese))
    }
  }
  return labels
}
