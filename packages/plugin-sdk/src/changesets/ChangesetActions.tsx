import { useState } from 'react'
import { dismissChangeset, leaveChangeset, revertChangeset, type ShownChangeset } from '@host/platform-api/changesets'
import { Button } from '../components/Button.tsx'
import { Confirm } from '../components/Confirm.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import type { CallingProps } from '../components/WithRefusal.tsx'
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
  const { mayApply, mayFinish, mayRevert, mayDismiss } = useReviewRights(changeset)
  const { state } = changeset
  const hasValues = changeset.parts.some(({ count }) => count > 0)
  const isWaiting = state === 'planned' || state === 'approved'
  const isInterrupted = state === 'interrupted'
  const isStale = acts.error?.code === 'stale_plan'
  return (
    <div className="flex flex-col gap-3">
      {isStale ? <StaleNote hasExpired={false} onStale={onStale} /> : <ErrorNote error={acts.error} />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isWaiting && mayApply && <ApplyButton {...{ changeset, confirmations, acts }} />}
        {isWaiting && mayDismiss && <ActButton calls={dismissChangeset} act={acts.dismiss} text="dismiss" />}
        {isInterrupted && mayFinish && <ActButton act={acts.finish} text="finish" isPrimary />}
        {(isInterrupted || state === 'applied' || state === 'left') && mayRevert && hasValues && (
          <ActButton calls={revertChangeset} act={acts.revert} text="revert" />
        )}
        {isInterrupted && mayRevert && <LeaveButton leave={acts.leave} />}
      </div>
      {((isWaiting && !mayApply) || (isInterrupted && !mayFinish)) && <Approvers changeset={changeset} />}
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

interface ActButtonProps extends CallingProps {
  readonly act: Acts['dismiss']
  readonly text: 'dismiss' | 'finish' | 'revert'
  readonly isPrimary?: boolean
}

function ActButton({ calls, act, text, isPrimary = false }: ActButtonProps) {
  const { t } = useTranslation()
  return (
    <Button calls={calls} variant={isPrimary ? 'primary' : 'secondary'} busy={act.isPending} onClick={act.run}>
      {t(`sdk.changeset.act.${text}`)}
    </Button>
  )
}

function LeaveButton({ leave }: { readonly leave: Acts['leave'] }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button calls={leaveChangeset} onClick={() => setAsked(true)}>
        {t('sdk.changeset.act.leave')}
      </Button>
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
