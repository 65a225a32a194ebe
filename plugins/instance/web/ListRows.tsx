import type { ReactNode } from 'react'
import { Button, SkeletonRows, useTranslation, type ListQueryResult } from '@host/plugin-sdk'

export interface ListRowsProps<Item> {
  readonly list: ListQueryResult<Item>
  readonly empty: ReactNode
  readonly children: (items: readonly Item[]) => ReactNode
}

/** A list: loading, empty, or its rows and the way to more of them. */
export function ListRows<Item>({ list, empty, children }: ListRowsProps<Item>) {
  const { t } = useTranslation()
  return (
    <>
      {list.items === undefined && <SkeletonRows />}
      {list.items?.length === 0 && empty}
      {list.items !== undefined && list.items.length > 0 && children(list.items)}
      {list.hasMore && (
        <div className="flex justify-center border-t border-line p-3">
          <Button variant="ghost" busy={list.isLoadingMore} onClick={() => void list.loadMore()}>
            {t('instance.more')}
          </Button>
        </div>
      )}
    </>
  )
}
