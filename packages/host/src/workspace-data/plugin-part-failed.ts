/** A plugin could not do its part for a workspace. */
export class PluginPartFailed extends Error {
  readonly plugin: string

  constructor(plugin: string, cause: unknown) {
    super(`The plugin "${plugin}" failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.name = 'PluginPartFailed'
    this.plugin = plugin
  }
}
