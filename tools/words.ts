/** A word or phrase that the product's English does without, and the plain one to write. */
interface PlainWord {
  readonly found: RegExp
  readonly write: string
}

/** Contexts in which letters are characters rather than emails. */
const alphabet = /digit|number|capital|case|character|alphabet|punctuation|Unicode|dead letter/i

const plainWords: readonly PlainWord[] = [
  { found: /\bwhoever\b/i, write: 'user, caller or client' },
  { found: /\b(?:somebody|nobody)\b/i, write: 'the person by their role, or the passive voice' },
  { found: /\banew\b/i, write: 'again' },
  {
    found: /(?<!there )(?<!There )\bis no (?!longer\b|more than\b|less than\b|later than\b|other\b)/i,
    write: '"isn\'t a …"',
  },
  { found: /\bbelongs? into\b/i, write: 'belongs in' },
  { found: /\bnot right\b/i, write: 'the reason: incorrect, invalid, expired' },
  { found: /\bwhat is\b/i, write: 'the noun' },
  { found: /\be-mails?\b/i, write: 'email' },
  { found: /\bcolours?\b/i, write: 'color' },
]

/** A sentence that opens with a clause in place of a noun; a question may. */
const opening = /(?:^|[.!?:]\s+|\u{FFFC}\s*)(What|Whoever|Who)\b[^.?!]*(?:[.!]|$)/u

/** The most words that a sentence of the interface may have. */
export const sentenceWords = 30

/** Suggested replacements for the words found in one line of text; empty when the line is plain. */
export function wordProblems(text: string): string[] {
  const problems = plainWords.flatMap(({ found, write }) => {
    const match = found.exec(text)
    return match === null ? [] : [`"${match[0].trim()}": write ${write}`]
  })
  const letter = /\bletters?\b/i.exec(text)
  if (letter !== null && !alphabet.test(text)) problems.push(`"${letter[0]}": write email, or message`)
  const clause = opening.exec(text)
  if (clause !== null) problems.push(`a sentence begins with "${clause[1]}": begin with the subject`)
  return problems
}

/** Sentences of an interface text that are too long to be read at a glance. */
export function longSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => ({ sentence, words: sentence.split(/\s+/).filter((word) => /\w/.test(word)).length }))
    .filter(({ words }) => words > sentenceWords)
    .map(
      ({ sentence, words }) => `${words} words in one sentence, at most ${sentenceWords}: "${sentence.slice(0, 60)}…"`,
    )
}
