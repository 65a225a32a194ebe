import {
  helpSearchLimits,
  type FoundHelp,
  type HelpPage,
  type HelpQuery,
  type HelpSearchService,
  type Language,
} from '@host/plugin'
import { excerptOf } from './excerpt.ts'
import { rankText } from './rank-text.ts'
import { searchText, type SearchText } from './search-text.ts'
import { searchWords } from './search-words.ts'

type Texts = Readonly<Partial<Record<Language, SearchText>>>

/** Pages in the reader's language come before equal ones that fit only in the other. */
const ownLanguage = 2

/** Finds pages by words that stand in them, and remembers what stands where. */
export class PageSearch implements HelpSearchService {
  readonly #texts = new WeakMap<HelpPage, Texts>()

  /** The pages that hold every word in one of their languages, the best first. */
  find({ pages, query, language }: HelpQuery): readonly FoundHelp[] {
    const wanted = searchWords(query.slice(0, helpSearchLimits.query))
    const ranked = pages.map((page) => {
      const own = this.#rank(page, language, wanted)
      const other = this.#rank(page, otherThan(language), wanted)
      return { page, rank: own > 0 ? Math.max(own + ownLanguage, other) : other, isOwn: own > 0 }
    })
    const best = ranked.filter(({ rank }) => rank > 0).toSorted((a, b) => b.rank - a.rank)
    return best.slice(0, helpSearchLimits.found).map(({ page, isOwn }) => {
      const read = isOwn ? language : otherThan(language)
      const text = this.#textsOf(page)[read]
      return { page, language: read, excerpt: text === undefined ? [] : excerptOf(text, wanted) }
    })
  }

  #rank(page: HelpPage, language: Language, wanted: ReturnType<typeof searchWords>): number {
    const text = this.#textsOf(page)[language]
    return text === undefined ? 0 : rankText(text, wanted)
  }

  #textsOf(page: HelpPage): Texts {
    const known = this.#texts.get(page)
    if (known !== undefined) return known
    const { en, zh } = page.texts
    const texts: Texts = zh === undefined ? { en: searchText(en) } : { en: searchText(en), zh: searchText(zh) }
    this.#texts.set(page, texts)
    return texts
  }
}

function otherThan(language: Language): Language {
  return language === 'en' ? 'zh' : 'en'
}
