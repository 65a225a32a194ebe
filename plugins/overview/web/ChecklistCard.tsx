import { useEffect, useState } from 'react'
import {
  Icon,
  IconButton,
  Link,
  Panel,
  Progress,
  Skeleton,
  useCommand,
  useMutation,
  useQuery,
  useTranslation,
  useUndoableMutation,
} from '@host/plugin-sdk'
import { dismissChecklist, readChecklist, type Checklist } from '../shared.ts'
import { keepRows, readRows } from './kept-rows.ts'

/**
 * The first steps in a workspace, until the reader puts them away. As high from the beginning as it was the last time,
 * so that nothing moves when they arrive; the page does without them when they do not.
 */
export function ChecklistCard() {
  const { data, error } = useQuery(readChecklist, {}, { errors: 'page' })
  const [rows] = useState(readRows)
  const count = data?.items.length
  useEffect(() => {
    if (count !== undefined) keepRows(count)
  }, [count])
  useBringBack(data?.isDismissed === true)
  if (data === undefined && error !== null) return null
  if (data === undefined) return rows === 0 ? null : <CardSkeleton rows={rows} />
  return data.items.length === 0 ? null : <Card items={data.items} />
}

function Card({ items }: Pick<Checklist, 'items'>) {
  const { t } = useTranslation()
  const done = items.filter((step) => step.done).length
  const { mutate } = useUndoableMutation(dismissChecklist, {
    optimistic: (cache) => cache.update(readChecklist, () => ({ items: [], isDismissed: true })),
    done: () => t('overview.checklist.dismissed'),
  })
  const dismiss = (
    <IconButton
      icon="x"
      size="compact"
      label={t('overview.checklist.dismiss')}
      onClick={() => mutate({ isDismissed: true })}
    />
  )
  const state = done === items.length ? 'allDone' : 'progress'
  return (
    <Panel
      flush
      title={t('overview.checklist.title')}
      description={t(`overview.checklist.${state}`, { done, steps: items.length })}
      actions={dismiss}
    >
      <div className="px-4 pb-3">
        <Progress label={t('overview.checklist.title')} value={done / items.length} />
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {items.map((step) => (
          <Step key={`${step.plugin} ${step.id}`} step={step} />
        ))}
      </ul>
    </Panel>
  )
}

function Step({ step: { title, path, done } }: { readonly step: Checklist['items'][number] }) {
  const { t } = useTranslation()
  return (
    <li>
      <Link to={path} className="flex min-h-11 items-center gap-3 px-4 py-1.5 text-sm hover:bg-hover">
        <Icon name={done ? 'circle-check' : 'circle'} className={done ? 'text-positive-fg' : 'text-subtle'} />
        <span className={done ? 'min-w-0 flex-1 text-subtle line-through' : 'min-w-0 flex-1 font-medium'}>{title}</span>
        {done && <span className="sr-only">{t('overview.checklist.done')}</span>}
        {!done && <Icon name="chevron-right" className="text-subtle" />}
      </Link>
    </li>
  )
}

/** Lets the palette bring the steps back. */
function useBringBack(isDismissed: boolean) {
  const { t } = useTranslation()
  const { mutate } = useMutation(dismissChecklist, { invalidates: [readChecklist] })
  useCommand({
    id: 'overview.checklist',
    label: t('overview.checklist.show'),
    icon: 'circle-check',
    enabled: isDismissed,
    run: () => mutate({ isDismissed: false }),
  })
}

function CardSkeleton({ rows }: { readonly rows: number }) {
  const { t } = useTranslation()
  return (
    <Panel flush title={t('overview.checklist.title')} description={<Skeleton className="h-5 w-24" />}>
      <div className="px-4 pb-3">
        <Skeleton className="h-1.5 w-full" />
      </div>
      <ul aria-hidden className="divide-y divide-line border-t border-line">
        {Array.from({ length: rows }, (_, row) => (
          <li key={row} className="flex min-h-11 items-center gap-3 px-4">
            <Skeleton className="h-4 w-40" />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
