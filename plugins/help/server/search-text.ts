import type { HelpText } from '@host/plugin/platform'
import { articleOf } from './article-of.ts'
import { foldText } from './fold-text.ts'
import { parsePage } from './parse-page.ts'
import { plainText } from './plain-text.ts'

/** A page in one language prepared for search: its readable text, and the same text folded, offset by offset. */
export interface SearchText {
  readonly title: string
  readonly headings: string
  /** As a reader sees it, on one line. */
  readonly shown: string
  readonly text: string
}

/** The searchable text of a page. */
export function searchText({ title, body }: HelpText): SearchText {
  const blocks = articleOf(parsePage(body), title)
  const headings = blocks.filter(({ type }) => type === 'heading').map(plainText)
  const shown = blocks.map(plainText).join(' ').normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  return {
    title: foldText(title.normalize('NFC')),
    headings: foldText(headings.join('\n')),
    shown,
    text: foldText(shown),
  }
}
