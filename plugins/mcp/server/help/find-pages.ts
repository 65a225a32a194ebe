import type { HelpPage, Language } from '@host/plugin'
import { helpLimits } from '../../shared/help.ts'

/** A page that holds what was looked for, and where. */
export interface FoundHelp {
  readonly page: HelpPage
  readonly excerpt: string
}

/** A word in a title says more of a page than one in its text. */
const titleWeight = 5
const mostWords = 12
const mostHits = 20

/** The pages that hold every word of a query, in either language; who has most of them in the title comes first. */
export function findPages(pages: readonly HelpPage[], query: string, language: Language): readonly FoundHelp[] {
  const words = [...new Set(query.toLowerCase().split(/[\s\p{P}]+/u))].filter((word) => word !== '').slice(0, mostWords)
  if (words.length === 0) return []
  return pages
    .map((page) => ({ page, score: scoreOf(page, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, helpLimits.found)
    .map(({ page }) => ({ page, excerpt: excerptOf(page, words, language) }))
}

function scoreOf({ texts, slug }: HelpPage, words: readonly string[]): number {
  const titles = `${slug}\n${texts.en.title}\n${texts.zh?.title ?? ''}`.toLowerCase()
  const bodies = `${texts.en.body}\n${texts.zh?.body ?? ''}`.toLowerCase()
  const scores = words.map((word) => titleWeight * countOf(titles, word) + countOf(bodies, word))
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

function countOf(text: string, word: string): number {
  let hits = 0
  for (let at = text.indexOf(word); at !== -1 && hits < mostHits; at = text.indexOf(word, at + word.length)) hits += 1
  return hits
}

function excerptOf({ texts }: HelpPage, words: readonly string[], language: Language): string {
  const text = plain((texts[language] ?? texts.en).body)
  const lower = text.toLowerCase()
  const first = words.map((word) => lower.indexOf(word)).filter((at) => at !== -1)
  const start = Math.max(0, (first.length === 0 ? 0 : Math.min(...first)) - helpLimits.excerpt / 4)
  const part = text.slice(start, start + helpLimits.excerpt).toWellFormed()
  return `${start > 0 ? '…' : ''}${part}${start + helpLimits.excerpt < text.length ? '…' : ''}`
}

/** Markdown without its marks, on one line. */
function plain(body: string): string {
  return body
    .replaceAll(/<[^<>]*>|[#*_`|>]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
