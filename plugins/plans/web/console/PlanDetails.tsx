import { useState } from 'react'
import {
  Button,
  Confirm,
  ErrorNote,
  KeyValue,
  Link,
  useFormat,
  useMutation,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { changePlan, listPlanParts, listPlans, type Plan } from '../../shared.ts'
import { unitOf } from '../amount-input.ts'
import { useAmount } from '../useAmount.ts'
import { ChangeList } from './ChangeList.tsx'
import { EditPlan } from './PlanDialogs.tsx'

/** A plan with its features and limits, and the ways to change it. */
export function PlanDetails({ plan }: { readonly plan: Plan }) {
  const { t, language } = useTranslation()
  const format = useFormat()
  const { id, name, workspaces, isDefault, createdAt, updatedAt } = plan
  return (
    <div className="flex flex-col gap-6">
      <PlanActs plan={plan} />
      <KeyValue
        items={[
          { label: t('plans.console.titleLabel'), value: plan.title[language] },
          { label: t('plans.console.name'), value: <code className="font-mono text-xs">{name}</code> },
          {
            label: t('plans.console.given'),
            value: (
              <Link to={`/plans/workspaces?planId=${id}`} className="hover:underline">
                {t('plans.console.workspaceCount', { count: workspaces })}
              </Link>
            ),
          },
          ...(isDefault ? [{ label: t('plans.console.default'), value: t('plans.console.defaultMeans') }] : []),
          { label: t('plans.console.created'), value: format.dateTime(createdAt) },
          { label: t('plans.console.changed'), value: format.dateTime(updatedAt) },
        ]}
      />
      <PlanContents plan={plan} />
      <ChangeList planId={id} />
    </div>
  )
}

function PlanContents({ plan }: { readonly plan: Plan }) {
  const { t, language } = useTranslation()
  const amount = useAmount()
  const { data } = useQuery(listPlanParts)
  const parts = data?.items ?? []
  const titleOf = (name: string) => parts.find((part) => part.name === name)?.title[language] ?? name
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">{t('plans.console.contents')}</h3>
      <KeyValue
        items={[
          ...Object.entries(plan.limits).map(([name, limit]) => ({
            label: titleOf(name),
            value: limit === 0 ? t('plans.usage.excluded') : amount(limit, unitOf(parts, name)),
          })),
          ...plan.tiers.map((name) => ({ label: titleOf(name), value: t('plans.usage.included') })),
        ]}
      />
      <p className="text-xs text-subtle">{t('plans.console.rest')}</p>
    </section>
  )
}

function PlanActs({ plan }: { readonly plan: Plan }) {
  const { t, language } = useTranslation()
  const [dialog, setDialog] = useState<'edit' | 'archive' | 'default'>()
  const { mutate, mutateAsync, error, isPending } = useMutation(changePlan, { invalidates: [listPlans] })
  const { id, isArchived, isDefault } = plan
  const close = () => setDialog(undefined)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button icon="pencil" onClick={() => setDialog('edit')}>
          {t('plans.console.edit')}
        </Button>
        {isArchived ? (
          <Button busy={isPending} onClick={() => mutate({ id, isArchived: false })}>
            {t('plans.console.restore')}
          </Button>
        ) : (
          !isDefault && (
            <>
              <Button onClick={() => setDialog('default')}>{t('plans.console.makeDefault')}</Button>
              <Button onClick={() => setDialog('archive')}>{t('plans.console.archive')}</Button>
            </>
          )
        )}
      </div>
      {dialog === undefined && <ErrorNote error={error} />}
      {dialog === 'edit' && <EditPlan plan={plan} onClose={close} />}
      <Confirm
        open={dialog === 'archive'}
        onClose={close}
        title={t('plans.console.archiveQuestion', { name: plan.title[language] })}
        confirmLabel={t('plans.console.archive')}
        onConfirm={() => mutateAsync({ id, isArchived: true })}
      >
        {t('plans.console.archiveMeans')}
      </Confirm>
      <Confirm
        open={dialog === 'default'}
        onClose={close}
        title={t('plans.console.defaultQuestion', { name: plan.title[language] })}
        confirmLabel={t('plans.console.makeDefault')}
        onConfirm={() => mutateAsync({ id, isDefault: true })}
      >
        {t('plans.console.makeDefaultMeans')}
      </Confirm>
    </div>
  )
}
