import { parsePattern } from '@host/plugin/wire'

/** What may be answered differently, as the server tells it. */
export interface LiveChange {
  /** Paths of the API: all that lies at or under them. */
  readonly paths: readonly string[]
  /** The tab that caused it; null when it was nobody's alone. */
  readonly by: string | null
}

/** Everything may have changed: nobody knows what was said while nobody listened. */
export const everythingChanged: LiveChange = Object.freeze({ paths: Object.freeze(['/api']), by: null })

/** What came over the wire as a change; undefined for what is none. */
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

/** The path of the endpoint whose data a query keeps; undefined for data of another kind. */
export function pathOfQuery([pattern]: readonly unknown[]): string | undefined {
  if (typeof pattern !== 'string' || !pattern.includes('/')) return undefined
  const { text, method } = parsePattern(pattern)
  return method === undefined ? text : text.slice(text.indexOf('/'))
}
