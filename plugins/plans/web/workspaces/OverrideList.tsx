import { ErrorNote, MenuItem, RowMenu, useMutation, useTranslation } from '@host/plugin-sdk'
import { readWorkspacePlan, removeOverride } from '../../shared.ts'
import { useAmount } from '../useAmount.ts'
import { DecisionRow } from './DecisionRow.tsx'
import type { Planned } from './planned.ts'

/** What was decided for the workspace in place of its plan. */
export function OverrideList({ planned: { workspace, overrides, entitlements } }: { readonly planned: Planned }) {
  const { t, language } = useTranslation()
  const amount = useAmount()
  const { mutate, error, isPending } = useMutation(removeOverride, { invalidates: [readWorkspacePlan] })
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t('plans.workspaces.overrides')}</h3>
      {overrides.length === 0 && <p className="text-sm text-muted">{t('plans.workspaces.noOverrides')}</p>}
      <ErrorNote error={error} />
      <ul className="divide-y divide-line">
        {overrides.map(({ name, has, limit, note }) => {
          const part = entitlements.find((each) => each.name === name)
          const title = part?.title[language] ?? name
          const effect =
            limit === null
              ? t(has === true ? 'plans.usage.included' : 'plans.usage.excluded')
              : amount(limit, part?.unit ?? 'count')
          const remove = (
            <RowMenu name={title} busy={isPending}>
              <MenuItem icon="trash" danger onSelect={() => mutate({ orgId: workspace.id, name })}>
                {t('plans.workspaces.removeOverride')}
              </MenuItem>
            </RowMenu>
          )
          return <DecisionRow key={name} title={title} effect={effect} note={note} action={remove} />
        })}
      </ul>
    </section>
  )
}
