/** One half of a plugin on its way into the executable. */
export interface ComposedHalf {
  readonly package: string
  readonly version: string
  readonly dir: string
  /** The module that defines it, an absolute path. */
  readonly entry: string
  /** Over what the entry reaches, the manifest and the help pages. */
  readonly digest: string
}

/** A plugin on its way into the executable. */
export interface ComposedPlugin {
  readonly name: string
  readonly server: ComposedHalf
  readonly web?: ComposedHalf
  /** Help pages by file name. */
  readonly help: ReadonlyMap<string, Buffer>
}
