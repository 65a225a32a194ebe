import type { AnyPlugin } from '@host/plugin'

/** A plugin that comes with the product. */
export interface InTreePlugin {
  readonly plugin: AnyPlugin
  /** Nouns directly under `/api/`, the one privilege that an out-of-tree plugin cannot have. */
  readonly granted?: readonly string[]
}

/** The plugins of an executable, as its composition root lists them. */
export interface Edition {
  readonly inTree: readonly InTreePlugin[]
  readonly outOfTree: readonly AnyPlugin[]
}
