import { ErrorNote, MenuItem, RowMenu, useFormat, useMutation, useTranslation } from '@host/plugin-sdk'
import { readWorkspacePlan, revokeGrant, type PlanGrant } from '../../shared.ts'
import { useAmount } from '../useAmount.ts'
import { DecisionRow } from './DecisionRow.tsx'
import type { Planned } from './planned.ts'

/** The ledger of grants of a workspace: those that count, and those that have ended. */
export function GrantList({ planned: { workspace, grants, entitlements } }: { readonly planned: Planned }) {
  const { t, language } = useTranslation()
  const amount = useAmount()
  const { mutate, error, isPending } = useMutation(revokeGrant, { invalidates: [readWorkspacePlan] })
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t('plans.workspaces.grants')}</h3>
      {grants.length === 0 && <p className="text-sm text-muted">{t('plans.workspaces.noGrants')}</p>}
      <ErrorNote error={error} />
      <ul className="divide-y divide-line">
        {grants.map((grant) => {
          const part = entitlements.find(({ name }) => name === grant.name)
          const title = part?.title[language] ?? grant.name
          const end = (
            <RowMenu name={title} busy={isPending}>
              <MenuItem icon="x" danger onSelect={() => mutate({ orgId: workspace.id, id: grant.id })}>
                {t('plans.workspaces.endGrant')}
              </MenuItem>
            </RowMenu>
          )
          const given =
            grant.amount === null
              ? t('plans.usage.included')
              : t('plans.why.adds', { amount: amount(grant.amount, part?.unit ?? 'count') })
          return (
            <DecisionRow
              key={grant.id}
              title={title}
              effect={<GrantEffect grant={grant} given={given} />}
              note={grant.note}
              action={hasEnded(grant) ? undefined : end}
            />
          )
        })}
      </ul>
    </section>
  )
}

function GrantEffect({ grant, given }: { readonly grant: PlanGrant; readonly given: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { from, until } = grant
  const period = hasEnded(grant)
    ? t('plans.workspaces.ended', { date: format.date(until ?? from) })
    : until === null
      ? t('plans.why.endless')
      : t('plans.why.until', { date: format.date(until) })
  return (
    <>
      {given} · {isAhead(from) && `${t('plans.workspaces.begins', { date: format.date(from) })}, `}
      {period}
    </>
  )
}

function isAhead(moment: string): boolean {
  return new Date(moment).getTime() > Date.now()
}

function hasEnded({ until }: PlanGrant): boolean {
  return until !== null && !isAhead(until)
}
