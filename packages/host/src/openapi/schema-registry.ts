/**
 * Schemas on their way into one document. A schema may hold definitions and refer to them, and to itself, by pointers
 * that begin at its own root. In the document these roots are elsewhere, so each referenced schema becomes a component
 * and the pointers lead there. Equal definitions of several endpoints become one component; different definitions with
 * the same name are told apart by their endpoint.
 */
import type { JsonSchema } from '@host/plugin'
import type { Components } from './components.ts'
import { isObject, pascalCase, type JsonObject } from '../support/json.ts'
import { mapSubschemas } from './walk-schema.ts'

const pointer = /^#(?:\/\$defs\/(?<name>[^/]+))?(?<rest>.*)$/s

export class SchemaRegistry {
  readonly #components: Components
  /** The names of the components that hold definitions, by their text. */
  readonly #names = new Map<string, string>()

  constructor(components: Components) {
    this.#components = components
  }

  /** The schema as it appears in the document. @param owner its owner, in words joined by `_` */
  place(schema: JsonSchema, owner: string): JsonObject {
    const { $schema: _, $id: __, $defs, ...root } = schema
    const definitions = isObject($defs) ? $defs : {}
    const names = this.#nameAll(definitions, owner)
    const rootName = pascalCase(owner)
    let isRootShared = false
    const follow = (each: JsonObject): JsonObject => {
      const below = mapSubschemas(each, follow)
      const found = typeof each['$ref'] === 'string' ? pointer.exec(each['$ref'])?.groups : undefined
      if (found === undefined) return below
      const name = found['name'] === undefined ? undefined : names.get(unescape(found['name']))
      isRootShared ||= name === undefined
      return { ...below, $ref: `#/components/schemas/${name ?? rootName}${found['rest'] ?? ''}` }
    }
    for (const [name, definition] of Object.entries(definitions)) {
      const component = names.get(name)
      if (component !== undefined && isObject(definition)) {
        this.#components.share('schemas', component, () => follow(definition))
      }
    }
    const placed = follow(root)
    return isRootShared ? this.#components.share('schemas', rootName, () => placed) : placed
  }

  #nameAll(definitions: JsonObject, owner: string): ReadonlyMap<string, string> {
    const text = JSON.stringify(definitions)
    return new Map(Object.keys(definitions).map((name) => [name, this.#nameOf(name, `${name} ${text}`, owner)]))
  }

  #nameOf(name: string, text: string, owner: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const taken = new Set(this.#names.values())
    const short = pascalCase(name)
    const isTelling = !name.startsWith('_') && short !== ''
    const long = pascalCase(owner) + short
    let free = isTelling && !taken.has(short) ? short : long
    for (let count = 2; taken.has(free); count++) free = `${long}${count}`
    this.#names.set(text, free)
    return free
  }
}

function unescape(name: string): string {
  return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
}
