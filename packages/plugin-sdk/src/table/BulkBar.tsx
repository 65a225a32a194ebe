import type { ReactNode } from 'react'
import { Button } from '../components/Button.tsx'
import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { Selection } from './useSelection.ts'

export interface BulkBarProps {
  readonly selection: Selection
  /** How many rows are loaded. */
  readonly loaded: number
  /** Whether more rows match than are loaded. */
  readonly hasMore?: boolean
  /** How many match, when it is known. */
  readonly total?: number | undefined
  /** Actions on the selected rows. */
  readonly children: ReactNode
}

/**
 * The number of selected rows in a table and the actions on them. It appears when rows are selected and announces the
 * number to screen readers.
 * @example <BulkBar selection={selection} loaded={rows.length}><Button onClick={archive}>{t('notes.archive')}</Button></BulkBar>
 * @since 1.0.0
 */
export function BulkBar({ selection, loaded, hasMore = false, total, children }: BulkBarProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { keys, isAllMatching, isEmpty } = selection
  const all = total === undefined ? t('sdk.table.bulk.all') : t('sdk.table.bulk.allOf', { number: number(total) })
  const text = isAllMatching ? all : t('sdk.table.bulk.chosen', { count: keys.size, number: number(keys.size) })
  const offersAll = !isAllMatching && hasMore && keys.size >= loaded && loaded > 0
  return (
    <>
      <output className="sr-only">{isEmpty ? '' : text}</output>
      {!isEmpty && (
        <section
          aria-label={t('sdk.table.bulk.label')}
          className="glass sticky bottom-4 z-30 mx-auto mt-4 flex w-fit max-w-full animate-appear flex-wrap items-center gap-2 rounded-card border border-line p-2 pl-4 text-sm shadow-float"
        >
          <span aria-hidden className="font-medium">
            {text}
          </span>
          {offersAll && (
            <Button size="compact" variant="ghost" onClick={selection.chooseAllMatching}>
              {total === undefined
                ? t('sdk.table.bulk.chooseAll')
                : t('sdk.table.bulk.chooseAllOf', { number: number(total) })}
            </Button>
          )}
          {children}
          <Button size="compact" variant="ghost" icon="x" onClick={selection.clear}>
            {t('sdk.table.bulk.clear')}
          </Button>
        </section>
      )}
    </>
  )
}
