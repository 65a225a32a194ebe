/**
 * The query of a request, on its way to the target. Names, values, their order and repeats stay as they were sent;
 * nothing is decoded and encoded again.
 */
import type { QueryMode } from '../../shared.ts'

/** A target with the query of a request, as its link says. Both as bytes of characters. @param query without the `?` */
export function passQuery(url: string, query: string, mode: QueryMode): string {
  if (mode === 'ignore' || query === '') return url
  const hash = url.indexOf('#')
  const [base, fragment] = hash === -1 ? [url, ''] : [url.slice(0, hash), url.slice(hash)]
  const mark = base.indexOf('?')
  const path = mark === -1 ? base : base.slice(0, mark)
  const ours = mark === -1 ? [] : partsOf(base.slice(mark + 1))
  const theirs = partsOf(query)
  const [kept, added] =
    mode === 'pass' ? [ours, without(theirs, namesOf(ours))] : [without(ours, namesOf(theirs)), theirs]
  const all = [...kept, ...added]
  return `${path}${all.length === 0 ? '' : `?${all.join('&')}`}${fragment}`
}

function partsOf(query: string): readonly string[] {
  return query.split('&').filter((part) => part !== '')
}

function without(parts: readonly string[], names: ReadonlySet<string>): readonly string[] {
  return parts.filter((part) => !names.has(nameOf(part)))
}

function namesOf(parts: readonly string[]): ReadonlySet<string> {
  return new Set(parts.map(nameOf))
}

/** The name of a parameter, so that two spellings of it are one. */
function nameOf(part: string): string {
  const equals = part.indexOf('=')
  const name = (equals === -1 ? part : part.slice(0, equals)).replaceAll('+', ' ')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
