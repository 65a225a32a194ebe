/** A plugin as its users see it: plain JSON, made of its definitions, which two versions are compared by. */
import type { JsonSchema } from '@host/plugin'

/** Kinds of parts, in the order in which changes are listed. */
export const partKinds = [
  'plugin',
  'route',
  'tool',
  'scope',
  'permission',
  'event',
  'service',
  'table',
  'column',
  'unique',
  'index',
  'migration',
  'settings',
  'menu',
  'console-menu',
  'action',
  'notification',
  'plan',
  'job',
] as const

/** A kind of part of a plugin. */
export type PartKind = (typeof partKinds)[number]

/** A fact about a part; undefined where the definition leaves it out. */
export type SurfaceFact = string | number | boolean | null | readonly string[] | undefined

/** A part of a plugin. Kind and name identify it in every version. */
export interface SurfacePart {
  readonly kind: PartKind
  /** A pattern, a name of an event, `table.column`, and so on. */
  readonly name: string
  /** The table of a column, a key or an index: its own changes are not listed where the whole table comes or goes. */
  readonly table?: string
  readonly facts: Readonly<Record<string, SurfaceFact>>
  /** The values that it takes. */
  readonly input?: JsonSchema
  /** The values that it gives. */
  readonly output?: JsonSchema
}

/** A version of a plugin. */
export interface PluginSurface {
  /** The version of this form. */
  readonly format: 1
  readonly plugin: string
  readonly version: string
  readonly parts: readonly SurfacePart[]
}

const kinds: ReadonlySet<unknown> = new Set(partKinds)
const mostParts = 100_000

/**
 * Reads a surface that another program printed.
 * @throws SyntaxError for another form
 */
export function readSurface(value: unknown): PluginSurface {
  const { format, plugin, version, parts } = Object(value) as Partial<Record<keyof PluginSurface, unknown>>
  const isHead = format === 1 && typeof plugin === 'string' && typeof version === 'string'
  if (!isHead || !Array.isArray(parts) || parts.length > mostParts || !parts.every(isPart)) {
    throw new SyntaxError('is not the description of a plugin that this version knows')
  }
  return { format, plugin, version, parts }
}

function isPart(value: unknown): value is SurfacePart {
  const { kind, name, facts, input = {}, output = {} } = Object(value) as Partial<Record<keyof SurfacePart, unknown>>
  return kinds.has(kind) && typeof name === 'string' && [facts, input, output].every(isRecord)
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
