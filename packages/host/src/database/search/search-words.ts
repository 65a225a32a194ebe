/**
 * The words that a text is found by, the same on both databases. Letters are compared without case and accents; width and
 * ligatures are folded (NFKD). A run of Chinese or Japanese characters, which has no spaces, counts as its pairs of
 * neighbors and its last character, so any part of it is found.
 *
 * A change of the rules needs a new `searchVersion`: every row is indexed again then.
 */

/** Named in every trigger. */
export const searchVersion = 1

/** Longest word, in characters; longer ones are cut. */
export const longestWord = 40

/** Most characters of a row that are indexed, so that no write takes the writer for long. */
export const mostIndexed = 50_000

/** Most words of a search; later ones are ignored. */
const mostSearched = 16

/** Combining accents of Latin, Greek and Cyrillic letters. */
export const accents = String.raw`\u0300-\u036f`

/** Characters that are written without spaces between words. */
export const unspaced = String.raw`\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff`

/** Controls, spaces, punctuation, symbols and signs; all other characters are part of words. */
export const separators = [
  String.raw`\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7`,
  String.raw`\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3007-\u3020\u3030\u303d-\u303f\u30fb\ufe10-\ufe6f\ufffd`,
].join('')

// bounded: each is one class of characters, or one with a plus, over the constants above
const accent = new RegExp(`[${accents}]`, 'gu')
// bounded: as above
const separator = new RegExp(`[${separators}]+`, 'u')
// bounded: as above
const run = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu')
// bounded: as above
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u')

/** No character beyond ASCII. */
// bounded: one class of characters
const plain = /^[\u0000-\u007f]*$/

/** The runs of a text that are words or unspaced, in order. */
function runsOf(text: string): readonly string[] {
  // Nothing to fold and nothing to take apart; words repeat.
  if (plain.test(text)) return [...new Set(text.toLowerCase().split(separator))].filter((word) => word !== '')
  const folded = text.normalize('NFKD').toLowerCase().replaceAll(accent, '').replaceAll('ς', 'σ')
  return folded.split(separator).flatMap((part) => part.match(run) ?? [])
}

/** The pairs of a run, and its last character. @returns `['北京', '京城', '城']` of `北京城` */
function pairsOf(text: string): readonly string[] {
  return [...text].map((character, place, all) => character + (all[place + 1] ?? ''))
}

/** All words of a row, each once; of its texts, those that are not null. */
export function wordsOf(texts: readonly unknown[]): readonly string[] {
  const text = texts
    .filter((each) => typeof each === 'string')
    .join('\n')
    .slice(0, mostIndexed)
  const words = runsOf(text).flatMap((each) => (isUnspaced.test(each) ? pairsOf(each) : [cut(each)]))
  return [...new Set(words)]
}

/** The beginnings of words that a row must have, each one, to be found. */
export function searchedWords(text: string): readonly string[] {
  const words = runsOf(text).flatMap((each) => (isUnspaced.test(each) ? searchedPairs(each) : [cut(each)]))
  return [...new Set(words)].slice(0, mostSearched)
}

/** A single character begins a pair or stands last; of several, the last is in the pair before it. */
function searchedPairs(text: string): readonly string[] {
  const pairs = pairsOf(text)
  return pairs.length === 1 ? pairs : pairs.slice(0, -1)
}

function cut(word: string): string {
  if (word.length <= longestWord) return word
  return [...word].slice(0, longestWord).join('')
}
