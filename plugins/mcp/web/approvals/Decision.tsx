import { useState, type SubmitEvent } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  Textarea,
  useMutation,
  usePermission,
  useSession,
  useTranslation,
} from '@host/plugin-sdk'
import {
  approvalLimits,
  approve,
  listApprovals,
  readApproval,
  refuse,
  withdraw,
  type ApprovalDetails,
} from '../../shared/approvals.ts'
import { ConfirmApproval } from './ConfirmApproval.tsx'

const changed = { invalidates: [listApprovals, readApproval] }

/** The reader's choices for a pending call. */
export function Decision({ approval }: { readonly approval: ApprovalDetails }) {
  const mayDecide = usePermission(approve)
  const { user } = useSession()
  const { id, state, askedBy } = approval
  if (state !== 'pending') return null
  if (mayDecide) return <Verdict approval={approval} />
  return askedBy.id === user.id ? <Withdraw id={id} /> : null
}

function Verdict({ approval: { id, title, isDestructive, subject } }: { readonly approval: ApprovalDetails }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const [isRefusing, setRefusing] = useState(false)
  const run = useMutation(approve, changed)
  const begin = () => (isDestructive ? setAsked(true) : run.mutate({ id }))
  if (isRefusing) return <Refusal id={id} onCancel={() => setRefusing(false)} />
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{t('mcp.approvals.means')}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon="check" busy={run.isPending} onClick={begin}>
          {t(isDestructive ? 'mcp.button.approveDestroying' : 'mcp.button.approve')}
        </Button>
        <Button calls={refuse} icon="x" onClick={() => setRefusing(true)}>
          {t('mcp.button.refuse')}
        </Button>
      </div>
      {!isDestructive && <ErrorNote error={run.error} />}
      <ConfirmApproval
        open={isAsked}
        title={title}
        name={subject?.confirmation ?? null}
        onClose={() => setAsked(false)}
        onConfirm={() => run.mutateAsync({ id })}
      />
    </div>
  )
}

function Refusal({ id, onCancel }: { readonly id: string; readonly onCancel: () => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useMutation(refuse, changed)
  function send(event: SubmitEvent) {
    event.preventDefault()
    mutate(reason.trim() === '' ? { id } : { id, reason: reason.trim() })
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-3">
      <Field label={t('mcp.approvals.reason')} hint={t('mcp.approvals.reasonHint')} optional>
        <Textarea
          name="reason"
          value={reason}
          maxLength={approvalLimits.reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" icon="x" busy={isPending}>
          {t('mcp.button.refuse')}
        </Button>
        <Button onClick={onCancel}>{t('mcp.button.cancel')}</Button>
      </div>
      <ErrorNote error={error} />
    </form>
  )
}

function Withdraw({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useMutation(withdraw, changed)
  return (
    <div className="flex flex-col items-start gap-3">
      <Button icon="undo-2" busy={isPending} onClick={() => mutate({ id })}>
        {t('mcp.button.withdraw')}
      </Button>
      <ErrorNote error={error} />
    </div>
  )
}
