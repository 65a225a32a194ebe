import type { HelpPage, Language } from '@host/plugin'
import { parsePage } from './parse-page.ts'
import { plainText } from './plain-text.ts'

const mostWords = 8

/** What is searched of a page, in lower case. */
interface SearchText {
  readonly title: string
  readonly text: string
}

/** Finds pages by words that stand in them, and remembers what stands where. */
export class PageSearch {
  readonly #texts = new WeakMap<HelpPage, Readonly<Record<Language, SearchText>>>()

  /**
   * The pages that hold every word, in either language: first those with all of them in the title, then those in the
   * reader's language.
   */
  find(pages: readonly HelpPage[], query: string, language: Language): readonly HelpPage[] {
    const wanted = fold(query).split(/\s+/).filter(Boolean).slice(0, mostWords)
    return pages
      .map((page) => ({ page, rank: rankOf(this.#textsOf(page), wanted, language) }))
      .filter(({ rank }) => rank > 0)
      .toSorted((a, b) => b.rank - a.rank)
      .map(({ page }) => page)
  }

  #textsOf(page: HelpPage): Readonly<Record<Language, SearchText>> {
    const known = this.#texts.get(page)
    if (known !== undefined) return known
    const { en, zh = en } = page.texts
    const texts = { en: searchText(en), zh: zh === en ? { title: '', text: '' } : searchText(zh) }
    this.#texts.set(page, texts)
    return texts
  }
}

function rankOf(texts: Readonly<Record<Language, SearchText>>, wanted: readonly string[], language: Language): number {
  const ranks = (['en', 'zh'] as const).map((one) => {
    const { title, text } = texts[one]
    const own = one === language ? 1 : 0
    if (wanted.every((word) => title.includes(word))) return 3 + own
    return wanted.every((word) => title.includes(word) || text.includes(word)) ? 1 + own : 0
  })
  return Math.max(...ranks)
}

function searchText({ title, body }: HelpPage['texts']['en']): SearchText {
  return { title: fold(title), text: fold(plainText(parsePage(body))) }
}

/** Without case and width. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
