/**
 * The wrong fields of a request, as its answer names them. A request of a megabyte may hold a hundred thousand wrong
 * fields below a name that is as long as itself; so an answer names the first of them, by names that are cut.
 */
import type { Endpoint, FieldProblem } from '@host/plugin'
import { issueSentence } from '@host/plugin/wire'

type Result = Awaited<ReturnType<Endpoint['input']['~standard']['validate']>>
type LibraryIssue = NonNullable<Result['issues']>[number]

/** As a type of its own, whose members `issueSentence` may read by name. */
export type Issue = { readonly [Name in keyof LibraryIssue]: LibraryIssue[Name] }

/** How many wrong fields one answer names. */
export const mostFields = 100
const longestName = 100

/** The path of a member below another path, `''` being the whole. */
export function memberPath(path: string, name: string): string {
  const short = name.length > longestName ? `${name.slice(0, longestName)}…` : name
  return path === '' ? short : `${path}.${short}`
}

/** A property that a schema does not name. */
export function unknownProperty(path: string): FieldProblem {
  return { path, message: { en: 'Unknown property.', zh: '此处没有该属性。' } }
}

/** Unknown properties, with the findings of a validator. @param value the validated value */
export function fieldErrors(
  unknown: readonly FieldProblem[],
  issues: readonly Issue[],
  value: unknown,
): readonly FieldProblem[] {
  const parents = new Set(unknown.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('.')))))
  const found = issues
    .slice(0, mostFields)
    .map((issue) => ({ path: pathOf(issue), message: sentenceOf(issue, value) }))
    // An object whose unknown properties are named one by one needs no message as a whole.
    .filter(({ path }) => !parents.has(path))
  return [...unknown, ...found].slice(0, mostFields)
}

function sentenceOf(issue: Issue, value: unknown): FieldProblem['message'] {
  return issueSentence(issue, keysOf(issue).reduce(memberOf, value)) ?? issue.message
}

function pathOf(issue: Issue): string {
  return keysOf(issue).map(String).reduce(memberPath, '')
}

function keysOf({ path = [] }: Issue): readonly PropertyKey[] {
  return path.map((segment) => (typeof segment === 'object' ? segment.key : segment))
}

function memberOf(parent: unknown, key: PropertyKey): unknown {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, key)) return undefined
  return (parent as Readonly<Record<PropertyKey, unknown>>)[key]
}
