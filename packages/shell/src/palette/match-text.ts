/**
 * Scores how well a text matches the query. Characters are compared without case, accents and width. A word scores
 * highest at the beginning of the text, then at the beginning of a word, then anywhere, and lowest as letters in order,
 * the first of which begins a word: `aulo` finds "Audit log". Every Chinese character begins a word.
 */

/** A fit: the higher the better, and which characters of the text it is about. */
export interface TextMatch {
  readonly score: number
  /** Places in the text, as code points. */
  readonly marks: ReadonlySet<number>
}

const scores = { start: 100, word: 80, inside: 50, letters: 20 }

/** The normalized words of a query. */
export function searchTerms(query: string): readonly string[] {
  return query
    .split(/\s+/u)
    .filter((term) => term !== '')
    .map((term) => foldedCharacters(term).join(''))
}

/** How a text fits one word; undefined when it does not. */
export function matchTerm(text: string, term: string): TextMatch | undefined {
  const characters = foldedCharacters(text)
  const wanted = [...term]
  return matchWhole(characters, wanted) ?? matchLetters(characters, wanted)
}

function matchWhole(characters: readonly string[], wanted: readonly string[]): TextMatch | undefined {
  const places = characters
    .keys()
    .filter((at) => wanted.every((one, offset) => characters[at + offset] === one))
    .toArray()
  const at = places.find((place) => beginsWord(characters, place)) ?? places[0]
  if (at === undefined) return undefined
  const inWord = beginsWord(characters, at) ? scores.word : scores.inside
  const marks = new Set(wanted.map((_, offset) => at + offset))
  return { score: (at === 0 ? scores.start : inWord) - characters.length / 100, marks }
}

function matchLetters(characters: readonly string[], wanted: readonly string[]): TextMatch | undefined {
  if (wanted.length < 2) return undefined
  for (const start of characters.keys()) {
    if (characters[start] !== wanted[0] || !beginsWord(characters, start)) continue
    const marks = inOrder(characters, wanted, start)
    if (marks === undefined) return undefined
    const spread = Math.max(...marks) - start - wanted.length
    return { score: scores.letters - Math.min(spread, 15) - characters.length / 100, marks }
  }
  return undefined
}

function inOrder(characters: readonly string[], wanted: readonly string[], from: number): Set<number> | undefined {
  const marks = new Set<number>()
  let at = from
  for (const one of wanted) {
    const found = characters.indexOf(one, at)
    if (found === -1) return undefined
    marks.add(found)
    at = found + 1
  }
  return marks
}

function beginsWord(characters: readonly string[], at: number): boolean {
  const here = characters[at] ?? ''
  return at === 0 || !/[\p{L}\p{N}]/u.test(characters[at - 1] ?? '') || /\p{Script=Han}/u.test(here)
}

/** Maps one character to one, so that offsets stay valid. */
function foldedCharacters(text: string): readonly string[] {
  return Array.from(text, (character) => {
    const [plain = character] = character.normalize('NFKD')
    const [lower = plain] = plain.toLowerCase()
    return lower
  })
}
