import { useState } from 'react'
import type { ShownChangeset } from '@host/platform-api/changesets'
import { Button } from '../components/Button.tsx'
import { Confirm } from '../components/Confirm.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { WhoCanHelp } from '../plugin-gate/WhoCanHelp.tsx'
import { useSession } from '../session/useSession.ts'
import { StaleNote } from './StaleNote.tsx'
import { useChangesetActs, type ChangesetActsOptions } from './useChangesetActs.ts'
import type { Confirmations } from './useConfirmations.ts'
import { useReviewRights } from './useReviewRights.ts'

export interface ChangesetActionsProps extends ChangesetActsOptions {
  readonly confirmations: Confirmations
  readonly onStale: (() => void) | undefined
}

/** The buttons of a state, or the people who have them. */
export function ChangesetActions(props: ChangesetActionsProps) {
  const { changeset, confirmations, onStale } = props
  const acts = useChangesetActs(props)
  const { mayApply, mayDismiss } = useReviewRights(changeset)
  const { state } = changeset
  const hasValues = changeset.parts.some(({ count }) => count > 0)
  const isWaiting = state === 'planned' || state === 'approved'
  const isStale = acts.error?.code === 'stale_plan'
  return (
    <div className="flex flex-col gap-3">
      {isStale ? <StaleNote hasExpired={false} onStale={onStale} /> : <ErrorNote error={acts.error} />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isWaiting && mayApply && <ApplyButton {...{ changeset, confirmations, acts }} />}
        {isWaiting && mayDismiss && <ActButton act={acts.dismiss} text="dismiss" />}
        {state === 'interrupted' && mayApply && <ActButton act={acts.finish} text="finish" isPrimary />}
        {(state === 'interrupted' || state === 'applied' || state === 'left') && mayApply && hasValues && (
          <ActButton act={acts.revert} text="revert" />
        )}
        {state === 'interrupted' && mayApply && <LeaveButton leave={acts.leave} />}
      </div>
      {!mayApply && (isWaiting || state === 'interrupted') && <Approvers changeset={changeset} />}
    </div>
  )
}

type Acts = ReturnType<typeof useChangesetActs>

interface ApplyButtonProps extends Pick<ChangesetActionsProps, 'changeset' | 'confirmations'> {
  readonly acts: Acts
}

function ApplyButton({ changeset: { state }, confirmations, acts }: ApplyButtonProps) {
  const { t } = useTranslation()
  const isPlanned = state === 'planned'
  const press = (): void => {
    if (!isPlanned) acts.apply.run([])
    else if (confirmations.check()) acts.apply.run(confirmations.wanted)
  }
  return (
    <Button variant="primary" icon="check" busy={acts.apply.isPending} onClick={press}>
      {t(`sdk.changeset.act.${isPlanned ? 'approveAndApply' : 'apply'}`)}
    </Button>
  )
}

interface ActButtonProps {
  readonly act: Acts['dismiss']
  readonly text: 'dismiss' | 'finish' | 'revert'
  readonly isPrimary?: boolean
}

function ActButton({ act, text, isPrimary = false }: ActButtonProps) {
  const { t } = useTranslation()
  return (
    <Button variant={isPrimary ? 'primary' : 'secondary'} busy={act.isPending} onClick={act.run}>
      {t(`sdk.changeset.act.${text}`)}
    </Button>
  )
}

function LeaveButton({ leave }: { readonly leave: Acts['leave'] }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('sdk.changeset.act.leave')}</Button>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('sdk.changeset.leaveQuestion')}
        confirmLabel={t('sdk.changeset.act.leave')}
        onConfirm={leave}
      >
        {t('sdk.changeset.leaveMeans')}
      </Confirm>
    </>
  )
}

function Approvers({ changeset: { role, state } }: { readonly changeset: ShownChangeset }) {
  const { t } = useTranslation()
  const me = useSession()
  return (
    <div className="text-sm text-muted">
      <p>{t(`sdk.changeset.${state === 'interrupted' ? 'resumers' : 'approvers'}.${role}`)}</p>
      <WhoCanHelp role={me.role} required={role} />
    </div>
  )
}
