import type { SearchText } from './search-text.ts'
import type { SearchWords } from './search-words.ts'

/** How well a text fits: 0 when it lacks a word. Titles weigh more than headings, and these more than the text. */
export function rankText(text: SearchText, { words, phrase }: SearchWords): number {
  const ranks = words.map((word) => rankOfWord(text, word))
  if (ranks.length === 0 || ranks.includes(0)) return 0
  return ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length + rankOfPhrase(text, phrase)
}

function rankOfWord({ title, headings, text }: SearchText, word: string): number {
  const times = Math.min(countOf(text, word), 8)
  const rank = weight(title, word, 20) + weight(headings, word, 5)
  return rank + (times === 0 ? 0 : weight(text, word, 1) + times / 4)
}

function rankOfPhrase({ title, headings, text }: SearchText, phrase: string): number {
  if (title === phrase) return 40
  if (title.includes(phrase)) return 10
  return headings.includes(phrase) ? 5 : Number(text.includes(phrase)) * 3
}

/** A word that begins where a word of the text begins weighs more than one inside of it. */
function weight(text: string, word: string, whole: number): number {
  const place = text.indexOf(word)
  if (place === -1) return 0
  return beginsWord(text, word) ? whole : whole / 10
}

function beginsWord(text: string, word: string): boolean {
  for (let place = text.indexOf(word); place !== -1; place = text.indexOf(word, place + 1)) {
    if (!/^[a-z\d]{2}$/.test(text.slice(place - 1, place + 1)) || place === 0) return true
  }
  return false
}

function countOf(text: string, word: string): number {
  let count = 0
  for (let place = text.indexOf(word); place !== -1; place = text.indexOf(word, place + word.length)) count += 1
  return count
}
