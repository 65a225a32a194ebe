/**
 * A name for a route's operation, derived from its pattern alone, so that it stays as long as the pattern does.
 *
 * A segment before a wildcard is a collection: `/webhooks/{id}/deliveries` are the deliveries of a webhook. The last
 * segment after `POST` is a verb unless it is the collection that a record is added to: `/webhooks/{id}/test` tests a
 * webhook.
 */
import { parsePattern, type PatternSegment } from './pattern.ts'

const longestName = 40

/**
 * A readable name of a route in lower-case words joined by `_`, at most 40 characters: the default of
 * `McpOptions.name`, and with the plugin's name before it the operation's id in the description of the API. Two
 * patterns of one plugin may have the same name.
 * @example operationName('GET /api/members/{userId}') // 'read_member'
 * @example operationName('POST /api/webhooks/{id}/test') // 'test_webhook'
 * @since 1.0.0
 */
export function operationName(pattern: string): string {
  const { method, segments } = parsePattern(pattern)
  const nouns = nounsOf(withoutPrefix(segments))
  const last = nouns.pop() ?? { text: 'root', isOne: true }
  const words = method === 'POST' || method === 'GET' ? spoken(method, nouns, last) : undefined
  return fit(words ?? [verbOf(method, last), ...nouns.map(({ text }) => text), last.text])
}

/** A word of the path, `isOne` when a wildcard follows it and picks one of them. */
interface Noun {
  readonly text: string
  readonly isOne: boolean
}

/** `/api` is implied, and so is the owner of the route; `/api/auth` belongs to all sign-in methods. */
function withoutPrefix(segments: readonly PatternSegment[]): readonly PatternSegment[] {
  const [first, second] = segments.map((segment) => (segment.kind === 'literal' ? segment.value : undefined))
  if (first !== 'api') return segments
  if (second === 'x') return segments.slice(3)
  return segments.slice(second === 'auth' ? 2 : 1)
}

function nounsOf(segments: readonly PatternSegment[]): Noun[] {
  return segments.flatMap((segment, at) => {
    if (segment.kind !== 'literal') return []
    const next = segments[at + 1]
    const isOne = next?.kind === 'param' || next?.kind === 'rest'
    const text = wordsOf(segment.value)
    return text === '' ? [] : [{ text: isOne ? singular(text) : text, isOne }]
  })
}

/** The meaning of a last word by itself: the verb of `POST`, the collection that a record is added to, a search. */
function spoken(method: 'GET' | 'POST', nouns: readonly Noun[], last: Noun): readonly string[] | undefined {
  const objects = nouns.map(({ text }) => text)
  if (last.isOne) return undefined
  if (method === 'GET') return lookups.has(last.text) ? [last.text, ...objects] : undefined
  if (isMany(last.text)) return ['create', ...objects, singular(last.text)]
  return /^\d/.test(last.text) ? undefined : [last.text, ...objects]
}

const lookups: ReadonlySet<string> = new Set(['search', 'export', 'preview', 'download'])

function verbOf(method: string | undefined, { text, isOne }: Noun): string {
  if (method === 'GET') return !isOne && isMany(text) ? 'list' : 'read'
  return (method !== undefined && verbs.get(method)) || 'call'
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['HEAD', 'check'],
  ['POST', 'create'],
  ['PUT', 'set'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
])

function wordsOf(segment: string): string {
  return (
    segment
      .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_')
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, '_')
      // bounded: a segment of a pattern, from the plugin's code.
      .replaceAll(/^_+|_+$/g, '')
  )
}

const irregular: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['aliases', 'alias'],
  ['statuses', 'status'],
])

function isMany(word: string): boolean {
  return irregular.has(word) || /(?<!s|u|i)s$/.test(word)
}

function singular(word: string): string {
  const known = irregular.get(word)
  if (known !== undefined || !isMany(word)) return known ?? word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ss|x|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

/** The verb and as many of the words behind it as fit, counted from the last. */
function fit([verb = '', ...words]: readonly string[]): string {
  for (let from = 0; from < words.length; from++) {
    const name = [verb, ...words.slice(from)].join('_')
    if (name.length <= longestName || from === words.length - 1) return cut(name)
  }
  return cut(verb)
}

function cut(name: string): string {
  // bounded: at most `longestName` characters by now.
  return name.slice(0, longestName).replace(/_+$/, '')
}
