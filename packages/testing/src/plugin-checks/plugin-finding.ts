/** Something of a plugin that is not as it should be. */
export interface PluginFinding {
  /** The id of the rule, such as `tables/org-index`. */
  readonly rule: string
  /** Relative to the plugin's folder. */
  readonly file: string
  /** Where in the file it is, from 1; undefined where that is not known. */
  readonly line?: number | undefined
  /** The problem and the fix, as a sentence. */
  readonly message: string
}

/** A finding before its rule has signed it. */
export type Flaw = Omit<PluginFinding, 'rule'>
