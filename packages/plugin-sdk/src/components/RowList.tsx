import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from './Button.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { LoadingRegion, SkeletonRows } from './Skeleton.tsx'

export interface RowListProps<Item> {
  /** A result of `useListQuery`, or all items there are: undefined while they load. */
  readonly list: {
    readonly items: readonly Item[] | undefined
    readonly error?: Error | null
    readonly hasMore?: boolean
    readonly isLoadingMore?: boolean
    readonly loadMore?: () => Promise<void>
  }
  readonly rowKey: (item: Item) => string
  /** Shown in place of the rows when there are none: an `EmptyState`. */
  readonly empty: ReactNode
  /** The row of an item: an `li`. */
  readonly children: (item: Item) => ReactNode
}

/**
 * A card with a row for each item, for lists that need no columns. More rows are loaded on a press.
 * @example <RowList list={notes} rowKey={({ id }) => id} empty={<EmptyState title={t('notes.none')} />}>{(note) => <NoteRow note={note} />}</RowList>
 * @since 1.0.0
 */
export function RowList<Item>({ list, rowKey, empty, children }: RowListProps<Item>) {
  const { t } = useTranslation()
  const { items, error = null, hasMore = false, isLoadingMore = false, loadMore } = list
  if (error !== null && items === undefined) return <ErrorNote error={error} />
  if (items === undefined) {
    return (
      <LoadingRegion>
        <SkeletonRows />
      </LoadingRegion>
    )
  }
  if (items.length === 0) return empty
  return (
    <section className="min-w-0 overflow-hidden rounded-card border border-line bg-surface">
      <ul className="divide-y divide-line px-4 py-1">
        {items.map((item) => (
          <Fragment key={rowKey(item)}>{children(item)}</Fragment>
        ))}
      </ul>
      {hasMore && (
        <footer className="flex justify-end border-t border-line px-2 py-1">
          <Button size="compact" variant="ghost" busy={isLoadingMore} onClick={() => void loadMore?.()}>
            {t('sdk.table.more')}
          </Button>
        </footer>
      )}
    </section>
  )
}
