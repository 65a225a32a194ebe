/** Who answers a host that is not the dashboard's. */
export interface EdgeSite {
  /** The owner of the proof. */
  readonly orgId: string
  /** The plugin that the host is assigned to; undefined where there is none, or nothing may answer. */
  readonly plugin: string | undefined
  /** The public page at the root; undefined where the plugin's handler answers. */
  readonly page: string | undefined
  /** Whether the request was counted against the plugin's limit to find this out. */
  readonly isCounted?: boolean
}

/** A host that can't be looked up now. Nothing is answered there, since it may belong to a workspace. */
export const unknownSite: EdgeSite = Object.freeze({ orgId: '', plugin: undefined, page: undefined })
