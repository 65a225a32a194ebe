import type { ChecksFile } from '../sources/read-checks-file.ts'
import type { AskedRoute } from './live-facts.ts'
import { propertiesOf, sampleOf } from './sample-input.ts'

/** A valid call of a route: its path parameters and its input. */
export interface SampleCall {
  readonly params: Readonly<Record<string, string>>
  readonly input: unknown
}

/** A valid call: as the author says, else by the definition's first example, else by its schema. */
export function sampleCall(route: AskedRoute, { inputs }: ChecksFile): SampleCall {
  const written = inputs[route.pattern]
  if (written !== undefined) {
    const entries = Object.entries(written)
    const isWildcard = ([name]: readonly [string, unknown]): boolean => route.wildcards.includes(name)
    return {
      params: Object.fromEntries(entries.filter(isWildcard).map(([name, value]) => [name, String(value)])),
      input: Object.fromEntries(entries.filter((entry) => !isWildcard(entry))),
    }
  }
  const { endpoint } = route
  if (endpoint === undefined) return { params: {}, input: route.isMutating ? {} : undefined }
  const [example] = endpoint.examples ?? []
  if (example !== undefined && 'input' in example) return { params: {}, input: example.input }
  return { params: {}, input: sampleOf(endpoint.jsonSchema('input')) ?? undefined }
}

/** The names of the input's properties, at the top. */
export function inputNames({ endpoint }: AskedRoute): readonly string[] {
  return endpoint === undefined ? [] : Object.keys(propertiesOf(endpoint.jsonSchema('input')))
}
