/** Row source of a `DataTable`; the result of `useListQuery` is one. */
export interface TableSource<Row> {
  /** Undefined while nothing has arrived. */
  readonly items: readonly Row[] | undefined
  readonly error?: unknown
  /** The rows belong to the question before. */
  readonly isPrevious?: boolean
  /** How many match, when the server counts. */
  readonly total?: number | undefined
  readonly hasMore?: boolean
  readonly isLoadingMore?: boolean
  readonly loadMore?: () => Promise<void>
  readonly refetch?: () => Promise<void>
}

/** How many rows a page of a server list has. */
export const pageRows = 50
