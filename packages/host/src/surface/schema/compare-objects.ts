/**
 * The properties of two objects. Objects of inputs take no properties besides those they name, unless they say so, and
 * readers of outputs ignore properties that they don't know.
 */
import { isObject, type JsonObject } from '../../support/json.ts'
import type { FoundChange } from './diff-schemas.ts'
import type { SchemaEffect, SchemaSide } from './schema-change.ts'

/** A property of both objects. */
export interface CommonProperty {
  readonly name: string
  readonly from: unknown
  readonly to: unknown
}

/** The comparison of two lists of properties. */
export interface ComparedProperties {
  readonly common: readonly CommonProperty[]
  readonly found: readonly (FoundChange & { readonly name: string })[]
  /** The schemas of properties without a name, where both have one. */
  readonly rest: { readonly from: unknown; readonly to: unknown } | undefined
}

/** Compares which properties there are, and which must be there. */
export function comparePropertyLists(from: JsonObject, to: JsonObject, side: SchemaSide): ComparedProperties {
  const [before, after] = [new ObjectShape(from, side), new ObjectShape(to, side)]
  const names = [...new Set([...before.names, ...after.names])].toSorted()
  const found = names.flatMap((name) => {
    const change = changeOf(name, before, after)
    return change === undefined ? [] : [{ name, ...change }]
  })
  const rest = restOf(before.rest, after.rest)
  return {
    common: names
      .filter((name) => before.has(name) && after.has(name))
      .map((name) => ({ name, from: before.properties[name], to: after.properties[name] })),
    found: rest.found === undefined ? found : [...found, { name: '*', ...rest.found }],
    rest: rest.pair,
  }
}

class ObjectShape {
  readonly side: SchemaSide
  readonly properties: JsonObject
  /** Properties without a name: none, any, or those of a schema. */
  readonly rest: unknown
  readonly #required: ReadonlySet<unknown>

  constructor(schema: JsonObject, side: SchemaSide) {
    const { properties, required, additionalProperties: rest } = schema
    const isNamed = isObject(properties)
    this.side = side
    this.properties = isNamed ? properties : {}
    this.rest = isNamed && !isObject(rest) ? side === 'output' || rest === true : (rest ?? true)
    this.#required = new Set(Array.isArray(required) ? (required as unknown[]) : [])
  }

  get names(): readonly string[] {
    return Object.keys(this.properties)
  }

  has(name: string): boolean {
    return Object.hasOwn(this.properties, name)
  }

  mustHave(name: string): boolean {
    return this.#required.has(name)
  }
}

function changeOf(name: string, from: ObjectShape, to: ObjectShape): FoundChange | undefined {
  const words = (shape: ObjectShape): string => (shape.mustHave(name) ? 'required' : 'optional')
  if (!to.has(name)) return { change: 'removed', effect: effectOfRemoval(from, to), from: words(from) }
  if (!from.has(name)) return { change: 'added', effect: effectOfAddition(name, from, to), to: words(to) }
  if (from.mustHave(name) === to.mustHave(name)) return undefined
  const effect = to.mustHave(name) ? 'narrowed' : 'widened'
  return { change: 'changed', effect, from: words(from), to: words(to) }
}

/** Readers miss it; senders are refused unless any property is taken. */
function effectOfRemoval({ side }: ObjectShape, to: ObjectShape): SchemaEffect {
  if (side === 'output') return 'widened'
  return to.rest === true ? 'none' : 'narrowed'
}

/** Readers ignore it. Senders may have sent another value by that name where any was taken. */
function effectOfAddition(name: string, from: ObjectShape, to: ObjectShape): SchemaEffect {
  if (to.side === 'output') return 'none'
  return to.mustHave(name) || from.rest !== false ? 'narrowed' : 'widened'
}

function restOf(
  from: unknown,
  to: unknown,
): { readonly found?: FoundChange; readonly pair: ComparedProperties['rest'] } {
  if (isObject(from) && isObject(to)) return { pair: { from, to } }
  if (from === to) return { pair: undefined }
  const isWider = to === true || from === false
  const found: FoundChange = {
    change: 'changed',
    effect: isWider ? 'widened' : 'narrowed',
    from: nameOf(from),
    to: nameOf(to),
  }
  return { found, pair: undefined }
}

function nameOf(rest: unknown): string {
  if (rest === false) return 'none'
  return rest === true ? 'any' : 'some'
}
