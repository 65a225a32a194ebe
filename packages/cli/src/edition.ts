import type { AnyPlugin } from '@host/plugin'

/** The plugins of an executable, as its composition root lists them. */
export interface Edition {
  readonly inTree: readonly AnyPlugin[]
  readonly outOfTree: readonly AnyPlugin[]
}
