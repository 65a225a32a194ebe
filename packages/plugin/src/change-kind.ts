import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Role } from './roles.ts'

/** Options of a kind of change. */
export interface ChangeKindOptions<Name extends string = string, Value extends StandardSchemaV1 = StandardSchemaV1> {
  /** Unique in the plugin: lower-case letters, digits and hyphens, such as `records`. */
  readonly name: Name
  /** Schema of the value at one key: JSON of at most 64 KiB. Checked when a plan is made. */
  readonly value: Value
  /** Lowest role that may approve, apply and revert: `admin` unless stated. Every member may plan. */
  readonly role?: Role
}

/**
 * A kind of change: targets, such as zones, that hold values by key, such as record sets. Its changes are planned,
 * approved, applied with a journal, verified and reverted by the service `Changesets`.
 */
export type ChangeKind<
  Name extends string = string,
  Value extends StandardSchemaV1 = StandardSchemaV1,
> = ChangeKindOptions<Name, Value> & { readonly role: Role }

/**
 * Defines a kind of change.
 * @example
 * export const recordSets = defineChangeKind({
 *   name: 'records',
 *   value: z.strictObject({ ttl: z.int(), data: z.array(z.string()) }),
 * })
 * @since 1.1.0
 */
export function defineChangeKind<const Name extends string, Value extends StandardSchemaV1>(
  options: ChangeKindOptions<Name, Value>,
): ChangeKind<Name, Value> {
  return Object.freeze({ ...options, role: options.role ?? 'admin' })
}
