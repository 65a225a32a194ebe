import {
  Alert,
  Button,
  ErrorNote,
  RowList,
  useFormat,
  useListQuery,
  useMutation,
  useTranslation,
  DialogActions,
} from '@host/plugin-sdk'
import {
  applyPlanChange,
  listAffectedWorkspaces,
  listPlanChanges,
  listPlans,
  type AffectedWorkspace,
  type PlanChange,
} from '../../shared.ts'
import { usePartAmount } from './usePartAmount.ts'
import { usePartTitle } from './usePartTitle.ts'

export interface ChangeReviewProps {
  readonly change: PlanChange
  readonly onBack: () => void
  /** Called once it was applied. */
  readonly onApplied: () => void
}

/** Which workspaces gain, lose or go over a limit by a change, before it is applied. */
export function ChangeReview({ change, onBack, onApplied }: ChangeReviewProps) {
  const { t } = useTranslation()
  const affected = useListQuery(listAffectedWorkspaces, { id: change.id }, { errors: 'page' })
  const { mutate, error, isPending } = useMutation(applyPlanChange, {
    invalidates: [listPlans, listPlanChanges],
    onSuccess: onApplied,
  })
  return (
    <div className="flex flex-col gap-4">
      <ChangedParts change={change} />
      <h3 className="text-sm font-semibold">{t('plans.changes.affected')}</h3>
      <RowList
        list={affected}
        rowKey={({ workspace }) => workspace.id}
        empty={<p className="text-sm text-muted">{t('plans.changes.none')}</p>}
      >
        {(row) => <AffectedRow row={row} />}
      </RowList>
      <p className="text-xs text-subtle">{t('plans.changes.keeps')}</p>
      <ErrorNote error={error} />
      <DialogActions>
        <Button onClick={onBack}>{t('plans.changes.back')}</Button>
        <Button variant="primary" busy={isPending} onClick={() => mutate({ id: change.id })}>
          {t('plans.changes.apply')}
        </Button>
      </DialogActions>
    </div>
  )
}

/** What a plan gains and loses by a change. */
export function ChangedParts({ change: { gains, loses } }: Pick<ChangeReviewProps, 'change'>) {
  const { t } = useTranslation()
  const { list } = useFormat()
  const titleOf = usePartTitle()
  if (gains.length + loses.length === 0) return <Alert>{t('plans.changes.same')}</Alert>
  return (
    <div className="flex flex-col gap-1 text-sm">
      {gains.length > 0 && <p>{t('plans.changes.gains', { names: list(gains.map(titleOf)) })}</p>}
      {loses.length > 0 && <p>{t('plans.changes.loses', { names: list(loses.map(titleOf)) })}</p>}
    </div>
  )
}

function AffectedRow({ row: { workspace, gains, loses, over } }: { readonly row: AffectedWorkspace }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = usePartTitle()
  const amount = usePartAmount()
  return (
    <li className="py-2 text-sm">
      <p className="font-medium wrap-anywhere">{workspace.name}</p>
      {gains.length > 0 && (
        <p className="text-muted">{t('plans.changes.gains', { names: format.list(gains.map(titleOf)) })}</p>
      )}
      {loses.length > 0 && (
        <p className="text-muted">{t('plans.changes.loses', { names: format.list(loses.map(titleOf)) })}</p>
      )}
      {over.map(({ name, used, limit }) => (
        <p key={name} className="text-danger-fg">
          {t('plans.changes.over', { name: titleOf(name), used: amount(name, used), limit: amount(name, limit) })}
        </p>
      ))}
    </li>
  )
}
