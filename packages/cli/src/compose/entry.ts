/** An operator's source for one half. */
export type Source =
  | { readonly kind: 'folder'; readonly text: string; readonly path: string }
  | { readonly kind: 'tarball'; readonly text: string; readonly path: string }
  | { readonly kind: 'installed'; readonly text: string; readonly name: string }
  | { readonly kind: 'registry'; readonly text: string; readonly name: string; readonly version: string }

/** One object of `HOST_PLUGINS`, read. */
export interface Entry {
  readonly index: number
  readonly server: Source
  readonly web?: Source
  /** The operator lets this server half open sockets by itself. */
  readonly network: boolean
}
