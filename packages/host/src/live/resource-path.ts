import type { Pattern } from '@host/plugin'

/** The resource of a route: its path before the first wildcard, such as `/api/members` of `/api/members/{id}`. */
export function resourcePath({ segments }: Pattern): string {
  const end = segments.findIndex(({ kind }) => kind !== 'literal')
  const literals = segments.slice(0, end === -1 ? segments.length : end)
  return literals.map((segment) => (segment.kind === 'literal' ? `/${segment.value}` : '')).join('')
}
