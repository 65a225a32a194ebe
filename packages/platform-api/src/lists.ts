/** The input of a list without filters: its part, and whether to count the items. */
export interface ListInput {
  readonly limit?: number
  readonly cursor?: string
  readonly total?: boolean
}
