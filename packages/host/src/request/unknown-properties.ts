/**
 * Refuses properties that a request's schema does not name. Schema libraries drop them in silence, and a dropped
 * misspelling looks like a change that was made.
 *
 * The walk follows the JSON Schema and not the value, so a value can't lead it deeper than the schema goes; a schema
 * that refers to itself is followed to a fixed depth, before a validator would run out of stack.
 */
import type { FieldProblem, JsonSchema } from '@host/plugin'
import { Problem } from '@host/plugin'
import { memberPath, mostFields, unknownProperty } from './field-errors.ts'
import { followReference, isSchema } from './follow-reference.ts'

const deepest = 64

/** Finds properties of a value that a schema does not name. */
export class UnknownProperties {
  readonly #root: JsonSchema

  constructor(root: JsonSchema) {
    this.#root = root
  }

  /** @throws Problem `bad_request` for a value that is nested too deeply */
  in(value: unknown): readonly FieldProblem[] {
    const found: FieldProblem[] = []
    this.#walk([this.#root], value, { path: '', depth: 0, found })
    return found
  }

  /** The schema of a property of the outermost object; undefined when it names none. */
  property(name: string): JsonSchema | undefined {
    return this.#applicable([this.#root], {}).flatMap((schema) => propertyOf(schema, name))[0]
  }

  /** A schema with its references followed. */
  resolve(schema: JsonSchema): JsonSchema {
    return followReference(this.#root, schema)
  }

  #walk(schemas: readonly JsonSchema[], value: unknown, at: Place): void {
    if (typeof value !== 'object' || value === null) return
    if (at.depth > deepest) throw tooDeep()
    const applicable = this.#applicable(schemas, value)
    if (Array.isArray(value)) this.#walkItems(applicable, value, at)
    else this.#walkMembers(applicable, value as Readonly<Record<string, unknown>>, at)
  }

  #walkItems(applicable: readonly JsonSchema[], items: readonly unknown[], at: Place): void {
    for (const [index, item] of items.entries()) {
      if (at.found.length >= mostFields) return
      this.#walk(
        applicable.flatMap((schema) => itemsOf(schema, index)),
        item,
        inside(at, String(index)),
      )
    }
  }

  #walkMembers(applicable: readonly JsonSchema[], value: Readonly<Record<string, unknown>>, at: Place): void {
    // No library keeps a property named "__proto__": it would be dropped in silence where others are taken.
    const isOpen = !applicable.some(isClosed) || applicable.some(isOpenTo)
    for (const name of Object.keys(value)) {
      if (at.found.length >= mostFields) return
      const known = applicable.flatMap((schema) => propertyOf(schema, name))
      const next = known.length > 0 ? known : applicable.flatMap((schema) => schemaIn(schema, 'additionalProperties'))
      if (known.length > 0 || (isOpen && name !== '__proto__')) this.#walk(next, value[name], inside(at, name))
      else at.found.push(unknownProperty(inside(at, name).path))
    }
  }

  /** The schemas that a value has to fit, with references followed and the branches left out that can't be meant. */
  #applicable(schemas: readonly JsonSchema[], value: object, depth = 0): readonly JsonSchema[] {
    if (depth > deepest) return []
    return schemas
      .map((schema) => this.resolve(schema))
      .flatMap((schema) => {
        const branches = [...schemasIn(schema, 'anyOf'), ...schemasIn(schema, 'oneOf')]
        const meant = branches.filter((branch) => canMean(this.resolve(branch), value))
        return [schema, ...this.#applicable([...schemasIn(schema, 'allOf'), ...meant], value, depth + 1)]
      })
  }
}

function tooDeep(): Problem {
  return new Problem('bad_request', {
    detail: { en: 'The request is nested too deeply.', zh: '请求内容嵌套过深。' },
  })
}

interface Place {
  readonly path: string
  readonly depth: number
  readonly found: FieldProblem[]
}

function inside(at: Place, name: string): Place {
  return { path: memberPath(at.path, name), depth: at.depth + 1, found: at.found }
}

/** Whether a value can match a branch: a tagged branch is recognized by its constants. */
function canMean(branch: JsonSchema, value: object): boolean {
  const { type } = branch
  if (typeof type === 'string' && type !== (Array.isArray(value) ? 'array' : 'object')) return false
  return Object.entries(propertiesOf(branch)).every(([name, property]) => {
    if (!isSchema(property) || !Object.hasOwn(property, 'const') || !Object.hasOwn(value, name)) return true
    return (value as Record<string, unknown>)[name] === property['const']
  })
}

function isClosed(schema: JsonSchema): boolean {
  return isSchema(schema['properties']) || schema['additionalProperties'] === false || schema['type'] === 'null'
}

function isOpenTo(schema: JsonSchema): boolean {
  return schema['additionalProperties'] === true || isSchema(schema['additionalProperties'])
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
  return isSchema(schema['properties']) ? schema['properties'] : {}
}

function propertyOf(schema: JsonSchema, name: string): readonly JsonSchema[] {
  const properties = propertiesOf(schema)
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (property === true) return [{}]
  return isSchema(property) ? [property] : []
}

function itemsOf(schema: JsonSchema, index: number): readonly JsonSchema[] {
  const prefix = schemasIn(schema, 'prefixItems')[index]
  return prefix === undefined ? schemaIn(schema, 'items') : [prefix]
}

function schemaIn(schema: JsonSchema, keyword: string): readonly JsonSchema[] {
  const child = schema[keyword]
  return isSchema(child) ? [child] : []
}

function schemasIn(schema: JsonSchema, keyword: string): readonly JsonSchema[] {
  const children = schema[keyword]
  return Array.isArray(children) ? children.filter(isSchema) : []
}
