import type { HelpExcerptPart } from '@host/plugin/platform'
import type { SearchText } from './search-text.ts'
import type { SearchWords } from './search-words.ts'

/** Characters around the first word that was found; Chinese says more with fewer. */
const around = { before: 50, after: 130 } as const
const aroundHan = { before: 24, after: 66 } as const

/** The part of a text around the first match, or its beginning if only the title matches. */
export function excerptOf({ shown, text }: SearchText, { words, phrase }: SearchWords): readonly HelpExcerptPart[] {
  const place = firstPlace(text, [phrase]) ?? firstPlace(text, words) ?? 0
  const { before, after } = /\p{Script=Han}/u.test(shown.slice(place, place + 20)) ? aroundHan : around
  const start = place <= before ? 0 : wordStart(shown, place - before, place)
  const end = place + after >= shown.length ? shown.length : wordEnd(shown, place + after, place)
  const parts = partsOf(shown.slice(start, end), text.slice(start, end), words)
  const [head, tail] = [start === 0 ? [] : [gap], end === shown.length ? [] : [gap]]
  return [...head, ...parts, ...tail]
}

/** An excerpt without its marks. */
export function excerptText(parts: readonly HelpExcerptPart[]): string {
  return parts.map(({ text }) => text).join('')
}

const gap: HelpExcerptPart = { text: '…', isFound: false }

function firstPlace(text: string, words: readonly string[]): number | undefined {
  const places = words.map((word) => text.indexOf(word)).filter((place) => place !== -1)
  return places.length === 0 ? undefined : Math.min(...places)
}

/** Not in the middle of a word: the next space is taken where there is one near. */
function wordStart(text: string, from: number, place: number): number {
  const space = text.indexOf(' ', from)
  return space === -1 || space >= place || space > from + 20 ? wholeAt(text, from) : space + 1
}

function wordEnd(text: string, to: number, place: number): number {
  const space = text.lastIndexOf(' ', to)
  return space <= place || space < to - 20 ? wholeAt(text, to) : space
}

/** Never between the halves of one character. */
function wholeAt(text: string, place: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(place)) ? place - 1 : place
}

function partsOf(shown: string, text: string, words: readonly string[]): readonly HelpExcerptPart[] {
  const parts: HelpExcerptPart[] = []
  let done = 0
  while (done < shown.length) {
    const [place, length] = nextFound(text, words, done)
    if (place > done) parts.push({ text: shown.slice(done, place), isFound: false })
    if (length > 0) parts.push({ text: shown.slice(place, place + length), isFound: true })
    done = place + length
  }
  return parts
}

/** The next word that was found, the longest of those that begin at its place; the end when there is none. */
function nextFound(text: string, words: readonly string[], from: number): readonly [place: number, length: number] {
  let best: readonly [number, number] = [text.length, 0]
  for (const word of words) {
    const place = text.indexOf(word, from)
    const isBetter = place !== -1 && (place < best[0] || (place === best[0] && word.length > best[1]))
    if (isBetter) best = [place, word.length]
  }
  return best
}
