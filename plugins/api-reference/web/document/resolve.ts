import { isObject, memberOf, textAt, type JsonObject } from './json.ts'

/** Follows references inside of a document. */
export type Resolve = (value: unknown) => JsonObject

/** More references than this in a row lead in a circle. */
const mostSteps = 10

/** Follows the references of a document. One that leads nowhere, out of it or in a circle is an empty object. */
export function resolverOf(document: unknown): Resolve {
  return (value) => {
    let found = value
    for (let step = 0; step < mostSteps; step += 1) {
      const reference = textAt(found, '$ref')
      if (reference === undefined) return isObject(found) ? found : {}
      found = at(document, reference)
    }
    return {}
  }
}

function at(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  const names = reference.slice(2).split('/')
  return names.reduce(
    (value: unknown, name) => memberOf(value, name.replaceAll('~1', '/').replaceAll('~0', '~')),
    document,
  )
}
