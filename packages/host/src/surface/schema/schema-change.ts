/** The side of a call that a schema describes: values that the host takes, or values that it gives. */
export type SchemaSide = 'input' | 'output'

/** A difference between two JSON Schemas. */
export interface SchemaChange {
  /**
   * The place and, after a space, the keyword: `input.lines[].amount maximum`. `*` stands for properties without a name.
   */
  readonly path: string
  readonly change: 'added' | 'removed' | 'changed'
  /** The old and the new value, as short JSON; undefined where it has none. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Whether it breaks a caller: an input takes less than before, or an output gives something that callers don't know. */
  readonly isBreaking: boolean
}

/** The effect of a change on the set of valid values. */
export type SchemaEffect = 'none' | 'narrowed' | 'widened' | 'both'

/** Whether an effect breaks callers: senders when less is valid, readers when more is. */
export function breaks(side: SchemaSide, effect: SchemaEffect): boolean {
  return effect === 'both' || effect === (side === 'input' ? 'narrowed' : 'widened')
}
