import type { ReactNode } from 'react'
import {
  Icon,
  IconButton,
  Link,
  Panel,
  Progress,
  useCommand,
  useMutation,
  useQuery,
  useTranslation,
  useUndoableMutation,
} from '@host/plugin-sdk'
import { dismissChecklist, readChecklist, type Checklist } from '../shared.ts'
import { SampleData } from './SampleData.tsx'

export interface ChecklistCardProps {
  /** Content below; shown once the steps are known, to prevent a layout shift. */
  readonly children?: ReactNode
  /** In place of all until then. */
  readonly loading?: ReactNode
}

/** The first steps in a workspace, until the reader puts them away. The page does without them where there are none. */
export function ChecklistCard({ children, loading }: ChecklistCardProps) {
  const { data, isPending } = useQuery(readChecklist, {}, { errors: 'page' })
  useBringBack(data?.isDismissed === true)
  return (
    <>
      {isPending && loading}
      {data !== undefined && data.items.length > 0 && <Card items={data.items} />}
      {data !== undefined && <SampleData samples={data.samples} isSuggested={!data.isDismissed} />}
      {/* In the tree from the start, so that its requests wait for nothing. */}
      <div className={isPending ? 'hidden' : 'contents'}>{children}</div>
    </>
  )
}

function Card({ items }: Pick<Checklist, 'items'>) {
  const { t } = useTranslation()
  const done = items.filter((step) => step.done).length
  const { mutate } = useUndoableMutation(dismissChecklist, {
    optimistic: (cache) => cache.update(readChecklist, (was) => ({ ...was, items: [], isDismissed: true })),
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
      <ul className="grid grid-cols-1 gap-x-2 border-t border-line p-1 sm:grid-cols-2 xl:grid-cols-3">
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
      <Link
        to={path}
        className="flex h-full min-h-11 items-center gap-3 rounded-control px-3 py-2 text-sm hover:bg-hover"
      >
        {done ? (
          <Icon name="circle-check" className="text-positive-fg" />
        ) : (
          <Icon name="circle" className="text-subtle" />
        )}
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
