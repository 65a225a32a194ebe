/** A bundle, and the source map of its places. */
export interface Bundle {
  readonly code: string
  readonly map: BundleMap
}

/** The parts of a source map (ECMA-426) that a bundle needs. */
export interface BundleMap {
  readonly sources: readonly string[]
  readonly names: readonly string[]
  readonly mappings: string
}
