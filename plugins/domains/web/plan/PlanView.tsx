import { Button, ChangesetPanel, useListQuery, useTranslation } from '@host/plugin-sdk'
import { listZoneHistory } from '../../shared.ts'
import type { PlanHandle } from '../records/usePlan.ts'
import { renderRecordStep } from './render-record-step.ts'

export interface PlanViewProps {
  readonly id: string
  readonly zoneId: string
  readonly plan: PlanHandle
}

/** A plan in place of the records: to review, and to approve by admins. */
export function PlanView({ id, zoneId, plan: { show, edit, again } }: PlanViewProps) {
  const { t } = useTranslation()
  const { items } = useListQuery(listZoneHistory, { id: zoneId }, { errors: 'page' })
  const state = items?.find((change) => change.id === id)?.state
  const isOpen = state === undefined || state === 'planned'
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <Button icon="arrow-left" onClick={() => show(null)}>
          {t('domains.plan.back')}
        </Button>
        {edit !== undefined && isOpen && (
          <Button icon="pencil" onClick={edit}>
            {t('domains.plan.edit')}
          </Button>
        )}
      </div>
      <ChangesetPanel
        id={id}
        renderStep={renderRecordStep}
        onRevert={show}
        {...(again !== undefined && { onStale: again })}
      />
    </div>
  )
}
