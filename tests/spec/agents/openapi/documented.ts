import type { OpenApiDocument } from '@host/plugin/platform'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Operation } from './described-host.ts'

/** An answer as it came. */
export interface Answered {
  readonly status: number
  readonly type: string
  /** Undefined where it was not read, because it is not JSON. */
  readonly body: unknown
  readonly requestId: string | null
}

interface Described {
  readonly content?: Readonly<Record<string, object>>
}

/** Holds answers against a document, with a validator that knows nothing of the host. */
export class Documented {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  readonly #document: OpenApiDocument

  constructor(document: OpenApiDocument) {
    this.#document = document
    addFormats(this.#ajv)
    this.#ajv.addSchema(document, 'openapi')
  }

  /** The undocumented part of an answer; undefined when all of it is documented. */
  surprise({ method, path }: Operation, { status, type, body, requestId }: Answered): string | undefined {
    if (status === 500) return `is 500: ${JSON.stringify(body)}`
    if (requestId === null) return 'has no X-Request-Id'
    const place = ['paths', path, method, 'responses', String(status)]
    const found = this.#at(place)
    if (found === undefined) return `has the status ${status}: ${JSON.stringify(body)}`
    const { content = {} } = found.value
    if (type === '') return Object.keys(content).length === 0 ? undefined : `${status} comes without a content type`
    const range = Object.keys(content).find((each) => isWithin(type, each))
    if (range === undefined) return `${status} comes as ${type}`
    if (!isJson(type) || !('schema' in (content[range] ?? {}))) return undefined
    const validate = this.#validator([...found.place, 'content', range, 'schema'])
    if (validate(body)) return undefined
    return `${status} does not fit: ${this.#ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`
  }

  /** Whether an operation's words allow a body. */
  allows({ method, path, value }: Operation, body: string | undefined): boolean {
    const json = 'application/json'
    if (value.requestBody?.content[json] === undefined) return true
    try {
      const place = ['paths', path, method, 'requestBody', 'content', json, 'schema']
      return this.#validator(place)(JSON.parse(body ?? ''))
    } catch {
      return false
    }
  }

  #validator(place: readonly string[]): ValidateFunction {
    const pointer = `openapi#/${place.map(escaped).join('/')}`
    const validate = this.#ajv.getSchema(pointer)
    if (validate === undefined) throw new Error(`There is no schema at ${pointer}.`)
    return validate
  }

  /** The value at a place, with references resolved. */
  #at(place: readonly string[]): { readonly place: readonly string[]; readonly value: Described } | undefined {
    const value = place.reduce<unknown>(
      (node, key) => (node as Record<string, unknown> | undefined)?.[key],
      this.#document,
    )
    if (value === undefined) return undefined
    const reference = (value as { readonly $ref?: string }).$ref
    return reference === undefined ? { place, value: value as Described } : this.#at(reference.split('/').slice(1))
  }
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function isWithin(type: string, range: string): boolean {
  const essence = type.split(';', 1)[0] ?? ''
  return essence === range || (range.endsWith('/*') && essence.startsWith(range.slice(0, -1)))
}

function isJson(type: string): boolean {
  return /\bjson\b/.test(type)
}
