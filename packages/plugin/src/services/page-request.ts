/** Which part of a list: `limit` entries (50, at most 200) after the entry that `cursor` names. */
export interface PageRequest {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** Which part of a list that can be searched and ordered. */
export interface ListRequest extends PageRequest {
  /**
   * Text contained in the entry; case is ignored. A page of a search may have few entries, or none, although more
   * follow: one page examines 100,000 entries at most, and its cursor continues.
   */
  readonly q?: string | undefined
  /** The order, descending with a leading hyphen: `name`, `-name`. */
  readonly sort?: string | undefined
}
