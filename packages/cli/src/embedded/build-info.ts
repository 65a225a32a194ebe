/** One half of a plugin, as the executable reports it. */
export interface HalfInfo {
  readonly package: string
  readonly version: string
  readonly digest: string
}

/** A plugin, as the executable reports it. */
export interface PluginInfo {
  readonly name: string
  readonly version: string
  readonly outOfTree: boolean
  readonly server: HalfInfo
  readonly web?: HalfInfo
}

/** The contents of an executable; `host version --json` prints it. */
export interface BuildInfo {
  readonly version: string
  readonly plugins: readonly PluginInfo[]
  /** Over the server and the web files; equal input gives an equal digest. */
  readonly digest: string
  readonly node: string
}
