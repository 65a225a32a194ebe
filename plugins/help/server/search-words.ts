import { foldText } from './fold-text.ts'

const mostWords = 12
/** Words in questions that carry no meaning for the search. */
const empty = new Set(
  'a an and are as be by can do does for from how i in is it its my of on or the this to we what when where which why with you your'.split(
    ' ',
  ),
)
/** The marks of a sentence around a word; those inside of it are a part of it. */
// bounded: words of a query, which is cut at `helpSearchLimits.query`.
const around = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu
const han = /\p{Script=Han}/u

/** A search: the words that a page must contain, and the exact phrase. */
export interface SearchWords {
  readonly words: readonly string[]
  readonly phrase: string
}

/** Reads a query. Chinese has no spaces between its words, so these are found by the dictionary of the platform. */
export function searchWords(query: string): SearchWords {
  const all = foldText(query.normalize('NFC'))
    .split(/[\s"“”]+/u)
    .filter(Boolean)
  const bare = all.map((word) => word.replaceAll(around, '')).filter(Boolean)
  const known = bare.length === 0 ? all : bare
  const telling = known.filter((word) => !empty.has(word))
  const written = telling.length === 0 ? known : telling
  const words = written.flatMap((word) => (han.test(word) ? chineseWords(word) : [word]))
  return { words: [...new Set(words)].slice(0, mostWords), phrase: written.join(' ') }
}

function chineseWords(text: string): readonly string[] {
  const parts = [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)]
  const words = parts.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
  const longer = words.filter((word) => word.length > 1 || !han.test(word))
  return longer.length === 0 ? [text] : longer
}
