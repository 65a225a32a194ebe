import { useState } from 'react'
import { Badge, Button, ErrorNote, KeyValue, SkeletonRows, useQuery, useTranslation } from '@host/plugin-sdk'
import { readWorkspacePlan, type WorkspaceEntitlement } from '../../shared.ts'
import { useAmount } from '../useAmount.ts'
import { useExcess } from '../useExcess.ts'
import { AddGrant } from './AddGrant.tsx'
import { AddOverride } from './AddOverride.tsx'
import { AssignPlan } from './AssignPlan.tsx'
import { GrantList } from './GrantList.tsx'
import { OverrideList } from './OverrideList.tsx'
import type { Planned } from './planned.ts'

/** The plan of a workspace, its use, and what was decided for it alone. */
export function WorkspacePlanDetails({ orgId }: { readonly orgId: string }) {
  const { data, error } = useQuery(readWorkspacePlan, { orgId }, { errors: 'page' })
  if (error !== null && data === undefined) return <ErrorNote error={error} />
  if (data === undefined) return <SkeletonRows />
  return (
    <div className="flex flex-col gap-6">
      <PlanActs planned={data} />
      <OverrideList planned={data} />
      <GrantList planned={data} />
      <Usage items={data.entitlements} />
    </div>
  )
}

function PlanActs({ planned }: { readonly planned: Planned }) {
  const { t, language } = useTranslation()
  const [dialog, setDialog] = useState<'plan' | 'override' | 'grant'>()
  const close = () => setDialog(undefined)
  const { plan, isOwn, entitlements } = planned
  return (
    <>
      <KeyValue
        items={[
          {
            label: t('plans.console.plan'),
            value: (
              <span className="flex flex-wrap items-center gap-2">
                {plan?.title[language] ?? t('plans.usage.noPlan')}
                {!isOwn && plan !== null && <Badge>{t('plans.console.default')}</Badge>}
              </span>
            ),
          },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setDialog('plan')}>{t('plans.workspaces.assign')}</Button>
        {entitlements.length > 0 && (
          <>
            <Button onClick={() => setDialog('override')}>{t('plans.workspaces.override')}</Button>
            <Button onClick={() => setDialog('grant')}>{t('plans.workspaces.grant')}</Button>
          </>
        )}
      </div>
      {dialog === 'plan' && <AssignPlan planned={planned} onClose={close} />}
      {dialog === 'override' && <AddOverride planned={planned} onClose={close} />}
      {dialog === 'grant' && <AddGrant planned={planned} onClose={close} />}
    </>
  )
}

function Usage({ items }: { readonly items: readonly WorkspaceEntitlement[] }) {
  const { t, language } = useTranslation()
  const amount = useAmount()
  const excessOf = useExcess()
  const amountOf = ({ kind, has, limit, used, unit }: WorkspaceEntitlement) => {
    if (kind === 'tier' || !has) return t(has ? 'plans.usage.included' : 'plans.usage.excluded')
    const count = used === null ? t('plans.usage.uncounted') : amount(used, unit)
    return limit === null
      ? t('plans.usage.usedUnlimited', { used: count })
      : t('plans.usage.usedOf', { used: count, limit: amount(limit, unit) })
  }
  const valueOf = (item: WorkspaceEntitlement) => {
    const excess = excessOf(item)
    return excess === null ? amountOf(item) : `${amountOf(item)} · ${excess}`
  }
  if (items.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">{t('plans.workspaces.usage')}</h3>
      <KeyValue items={items.map((item) => ({ label: item.title[language], value: valueOf(item) }))} />
    </section>
  )
}
