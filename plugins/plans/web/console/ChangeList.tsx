import { Button, ErrorNote, useFormat, useMutation, useQuery, useTranslation } from '@host/plugin-sdk'
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
  const changes = (data?.items ?? []).filter(({ state }) => state !== 'planned')
  if (changes.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t('plans.changes.title')}</h3>
      <ErrorNote error={error} />
      <ul className="divide-y divide-line">
        {changes.map((change) => (
          <li key={change.id} className="flex items-start justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="text-xs text-subtle">
                {t(`plans.changes.${change.state}`, {
                  date: format.dateTime(change.revertedAt ?? change.appliedAt ?? change.createdAt),
                })}
              </p>
              <ChangedParts change={change} />
            </div>
            {change.state === 'applied' && (
              <Button size="compact" variant="ghost" busy={isPending} onClick={() => mutate({ id: change.id })}>
                {t('plans.changes.revert')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
