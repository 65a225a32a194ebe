import { ErrorNote, MenuItem, RowMenu, useFormat, useMutation, useQuery, useTranslation } from '@host/plugin-sdk'
import { listPlanChanges, listPlans, revertPlanChange } from '../../shared.ts'
import { ChangedParts } from './ChangeReview.tsx'

/** Changes that are shown of a plan. */
const latest = 5

/** The latest changes of a plan, of which those that were applied can be taken back. */
export function ChangeList({ planId }: { readonly planId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(listPlanChanges, { planId, limit: latest }, { errors: 'page' })
  const { mutate, error, isPending } = useMutation(revertPlanChange, { invalidates: [listPlanChanges, listPlans] })
  const rows = (data?.items ?? [])
    .filter(({ state }) => state !== 'planned')
    .map((change) => ({ change, date: format.dateTime(change.revertedAt ?? change.appliedAt ?? change.createdAt) }))
  if (rows.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t('plans.changes.title')}</h3>
      <ErrorNote error={error} />
      <ul className="divide-y divide-line">
        {rows.map(({ change, date }) => (
          <li key={change.id} className="group flex items-start justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="text-xs text-subtle">{t(`plans.changes.${change.state}`, { date })}</p>
              <ChangedParts change={change} />
            </div>
            {change.state === 'applied' && (
              <RowMenu name={date} busy={isPending}>
                <MenuItem icon="undo-2" onSelect={() => mutate({ id: change.id })}>
                  {t('plans.changes.revert')}
                </MenuItem>
              </RowMenu>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
