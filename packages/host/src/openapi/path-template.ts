import { parsePattern } from '@host/plugin/platform'
import type { JsonObject } from '../support/json.ts'

/** A pattern's path as OpenAPI writes it. */
export interface PathTemplate {
  /** `/api/notes/{id}`. */
  readonly path: string
  /** Equal for patterns that differ only in wildcard names. */
  readonly shape: string
  readonly method: string | undefined
  readonly parameters: readonly JsonObject[]
}

/** The template of a pattern. `{rest...}` takes the remaining path, which OpenAPI can't express. */
export function pathTemplate(pattern: string): PathTemplate {
  const { method, segments } = parsePattern(pattern)
  const parts = segments.map((segment) => {
    if (segment.kind === 'literal') return { text: encodeURIComponent(segment.value), parameter: undefined }
    if (segment.kind === 'end') return { text: '', parameter: undefined }
    const name = segment.name ?? 'rest'
    return { text: `{${name}}`, parameter: parameterOf(name, segment.kind === 'rest') }
  })
  const path = parts.map(({ text }) => `/${text}`).join('')
  return {
    path,
    shape: parts.map(({ text, parameter }) => (parameter === undefined ? `/${text}` : '/{}')).join(''),
    method,
    parameters: parts.flatMap(({ parameter }) => (parameter === undefined ? [] : [parameter])),
  }
}

function parameterOf(name: string, isRest: boolean): JsonObject {
  const usual = { name, in: 'path', required: true, schema: { type: 'string', minLength: 1 } }
  return isRest ? { ...usual, description: 'The rest of the path, including slashes.', 'x-rest': true } : usual
}
