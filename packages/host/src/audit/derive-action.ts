import type { Pattern } from '@host/plugin'

/**
 * The audit action for calls of a pattern, `noun.verb`:
 *
 *   POST /api/x/notes/notes               note.created
 *   PATCH /api/x/notes/notes/{id}         note.changed
 *   DELETE /api/x/notes/notes/{id}        note.deleted
 *   POST /api/x/notes/notes/{id}/archive  note.archived
 *   POST /api/x/mail/send                 mail.sent
 */
export function deriveAction({ method, segments }: Pattern): string {
  const { owner, nouns } = wordsOf(segments)
  const last = nouns.at(-1) ?? owner
  if (method === 'POST' && segments.at(-1)?.kind === 'literal' && !isPlural(last)) {
    return `${singular(nouns.at(-2) ?? owner)}.${pastOf(last)}`
  }
  return `${singular(last)}.${verbs[method ?? ''] ?? 'changed'}`
}

const verbs: Readonly<Record<string, string>> = { GET: 'read', POST: 'created', DELETE: 'deleted' }

/** The literals of a path; in front of them stands the plugin, or the noun that it was granted. */
function wordsOf(segments: Pattern['segments']): { readonly owner: string; readonly nouns: readonly string[] } {
  const words = segments.flatMap((segment) => (segment.kind === 'literal' ? [wordOf(segment.value)] : []))
  const named = words[0] === 'api' ? words.slice(1) : words
  const [owner = 'host', ...nouns] = named[0] === 'x' ? named.slice(1) : [named[0] ?? 'host', ...named]
  return { owner, nouns }
}

function wordOf(literal: string): string {
  const word = literal.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  return /^[a-z]/.test(word) ? word : `of_${word}`
}

function isPlural(word: string): boolean {
  return /[^su]s$/.test(word) && !/[aeiou]is$|ysis$/.test(word)
}

function singular(word: string): string {
  if (!isPlural(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ss|x|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

const irregular: Readonly<Record<string, string>> = {
  begin: 'begun',
  leave: 'left',
  put: 'put',
  read: 'read',
  reset: 'reset',
  run: 'run',
  send: 'sent',
  set: 'set',
  undo: 'undone',
  withdraw: 'withdrawn',
  write: 'written',
}

function pastOf(verb: string): string {
  const known = irregular[verb]
  if (known !== undefined) return known
  if (verb.endsWith('e')) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`
  return /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb) ? `${verb}${verb.at(-1)}ed` : `${verb}ed`
}
