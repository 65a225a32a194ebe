import { parse } from 'regexparam'

/** Parameters of a path without any. */
interface NoParams {
  readonly [Key: string]: never
}

/** Parameter values of a pattern, by name. */
export type PathParams<Path extends string = string> = string extends Path
  ? Readonly<Record<string, string>>
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? { readonly [Key in Name]: string } & PathParams<`/${Rest}`>
    : Path extends `${string}:${infer Name}`
      ? { readonly [Key in Name]: string }
      : NoParams

const grammar = /^(?:\/|(?:\/(?:[a-z0-9][a-z0-9._-]*|:[a-zA-Z][a-zA-Z0-9]*))+)$/

/** Whether a page may have this path: lower-case segments and `:name`. */
export function isPagePath(path: string): boolean {
  return grammar.test(path)
}

/** The parameters of a path that fits a pattern, else `undefined`; a broken escape fits none. */
export function matchPath(pattern: string, path: string): PathParams | undefined {
  const { keys, pattern: expression } = parse(pattern)
  const found = expression.exec(path)
  if (found === null) return undefined
  try {
    return Object.fromEntries(keys.map((key, index) => [key, decodeURIComponent(found[index + 1] ?? '')]))
  } catch {
    return undefined
  }
}

/** Orders patterns that fit the same path: a word stands before a parameter, segment by segment. */
export function compareSpecificity(a: string, b: string): number {
  const right = b.split('/')
  for (const [index, segment] of a.split('/').entries()) {
    const order = Number(segment.startsWith(':')) - Number(right[index]?.startsWith(':') ?? false)
    if (order !== 0) return order
  }
  return 0
}
