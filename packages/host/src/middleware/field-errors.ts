/**
 * The wrong fields of a request, as its answer names them. A request of a megabyte may hold a hundred thousand wrong
 * fields below a name that is as long as itself; so an answer names the first of them, by names that are cut.
 */
import type { Endpoint, FieldError } from '@host/plugin'

type Result = Awaited<ReturnType<Endpoint['input']['~standard']['validate']>>
export type Issue = NonNullable<Result['issues']>[number]

/** How many wrong fields one answer names. */
export const mostFields = 100
const longestName = 100

/** The path of a member below another path, `''` being the whole. */
export function memberPath(path: string, name: string): string {
  const short = name.length > longestName ? `${name.slice(0, longestName)}…` : name
  return path === '' ? short : `${path}.${short}`
}

/** Unknown properties, and what a validator found beside them. */
export function fieldErrors(unknown: readonly FieldError[], issues: readonly Issue[]): readonly FieldError[] {
  const parents = new Set(unknown.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('.')))))
  const found = issues
    .slice(0, mostFields)
    .map((issue) => ({ path: pathOf(issue), message: issue.message }))
    // An object whose unknown properties are named one by one needs no word about them as a whole.
    .filter(({ path }) => !parents.has(path))
  return [...unknown, ...found].slice(0, mostFields)
}

function pathOf({ path = [] }: Issue): string {
  return path.map((segment) => String(typeof segment === 'object' ? segment.key : segment)).reduce(memberPath, '')
}
