import { parsePattern } from '@host/plugin/wire'

/** A change notification from the server: data that may have changed. */
export interface LiveChange {
  /** Paths of the API: all that lies at or under them. */
  readonly paths: readonly string[]
  /** The tab that caused the change; null unless a single tab caused it. */
  readonly by: string | null
}

/** Everything may have changed: used after a gap, when notifications may have been missed. */
export const everythingChanged: LiveChange = Object.freeze({ paths: Object.freeze(['/api']), by: null })

/** Parses a change received over the network; undefined when it isn't valid. */
export function readChange(value: unknown): LiveChange | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!('paths' in value) || !Array.isArray(value.paths)) return undefined
  const by = 'by' in value && typeof value.by === 'string' ? value.by : null
  return { paths: value.paths.filter((path) => typeof path === 'string'), by }
}

/** Whether a path lies at or under one of those that changed. */
export function concerns({ paths }: LiveChange, path: string): boolean {
  return paths.some((changed) => path === changed || path.startsWith(`${changed}/`))
}

/** The endpoint path of a query; undefined for queries of other data. */
export function pathOfQuery([pattern]: readonly unknown[]): string | undefined {
  if (typeof pattern !== 'string' || !pattern.includes('/')) return undefined
  const { text, method } = parsePattern(pattern)
  return method === undefined ? text : text.slice(text.indexOf('/'))
}
