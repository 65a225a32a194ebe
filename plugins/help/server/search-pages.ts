import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Language } from '@host/plugin'
import {
  helpSearchLimits,
  type FoundHelp,
  type HelpPage,
  type HelpQuery,
  type HelpSearchService,
} from '@host/plugin/platform'
import { excerptOf } from './excerpt.ts'
import { rankText } from './rank-text.ts'
import { searchText, type SearchText } from './search-text.ts'
import { searchWords } from './search-words.ts'

const languages: readonly Language[] = ['en', 'zh']

/** Pages in the reader's language come before equal ones that fit only in the other. */
const ownLanguage = 2

/** Finds pages by the words they contain, with a cached index. */
export class PageSearch implements HelpSearchService {
  readonly #texts: Readonly<Record<Language, WeakMap<HelpPage, SearchText>>> = { en: new WeakMap(), zh: new WeakMap() }

  /** The pages that hold every word in one of their languages, the best first. */
  async find({ pages, query, language }: HelpQuery): Promise<readonly FoundHelp[]> {
    await this.#readAll(pages)
    const wanted = searchWords(query.slice(0, helpSearchLimits.query))
    const ranked = pages.map((page) => {
      const own = this.#rank(page, language, wanted)
      const other = this.#rank(page, otherThan(language), wanted)
      return { page, rank: own > 0 ? Math.max(own + ownLanguage, other) : other, isOwn: own > 0 }
    })
    const best = ranked.filter(({ rank }) => rank > 0).toSorted((a, b) => b.rank - a.rank)
    return best.slice(0, helpSearchLimits.found).map(({ page, isOwn }) => {
      const read = isOwn ? language : otherThan(language)
      const text = this.#textOf(page, read)
      return { page, language: read, excerpt: text === undefined ? [] : excerptOf(text, wanted) }
    })
  }

  /** Reads what no search has read before, one text in a turn of the event loop: all together take a part of a second. */
  async #readAll(pages: readonly HelpPage[]): Promise<void> {
    for (const language of languages) {
      for (const page of pages) {
        if (this.#texts[language].has(page) || page.texts[language] === undefined) continue
        await nextTurn()
        this.#textOf(page, language)
      }
    }
  }

  #rank(page: HelpPage, language: Language, wanted: ReturnType<typeof searchWords>): number {
    const text = this.#textOf(page, language)
    return text === undefined ? 0 : rankText(text, wanted)
  }

  #textOf(page: HelpPage, language: Language): SearchText | undefined {
    const written = page.texts[language]
    if (written === undefined) return undefined
    const known = this.#texts[language].get(page)
    if (known !== undefined) return known
    const text = searchText(written)
    this.#texts[language].set(page, text)
    return text
  }
}

function otherThan(language: Language): Language {
  return language === 'en' ? 'zh' : 'en'
}
