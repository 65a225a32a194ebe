import { useState } from 'react'
import {
  Badge,
  Button,
  Confirm,
  IconButton,
  Toggle,
  useErrorText,
  useMutation,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import { changeForward, listForwards, removeForward, sendForwardLink, type Forward } from '../../shared.ts'

const effects = { invalidates: [listForwards] }

export interface ForwardRowProps {
  readonly forward: Forward
  /** Admins who may not read the mailbox only see it. */
  readonly canChange: boolean
}

/** An address that a mailbox forwards to. */
export function ForwardRow({ forward, canChange }: ForwardRowProps) {
  const { t } = useTranslation()
  const { id, address, takesAll, isConfirmed } = forward
  const change = useMutation(changeForward, effects)
  const state = isConfirmed ? (takesAll ? 'all' : 'byRule') : 'waiting'
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <span className="min-w-0 flex-1 basis-56 wrap-anywhere">{address}</span>
      <Badge tone={isConfirmed ? 'positive' : 'warning'}>{t(`mail.forwarding.state.${state}`)}</Badge>
      {canChange && (
        <span className="flex items-center gap-3">
          {isConfirmed ? (
            <Toggle
              label={t('mail.forwarding.takesAllOf', { address })}
              checked={takesAll}
              disabled={change.isPending}
              onChange={(next) => change.mutate({ id, takesAll: next })}
            />
          ) : (
            <SendLink forward={forward} />
          )}
          <RemoveForward forward={forward} />
        </span>
      )}
    </li>
  )
}

function SendLink({ forward: { id, address } }: { readonly forward: Forward }) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const send = useMutation(sendForwardLink, {
    onSuccess: () => toast({ tone: 'positive', title: t('mail.forwarding.linkSent', { address }) }),
    onError(error) {
      const { title, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: nextStep })
    },
  })
  return (
    <Button size="compact" busy={send.isPending} onClick={() => send.mutate({ id })}>
      {t('mail.forwarding.sendLink')}
    </Button>
  )
}

function RemoveForward({ forward: { id, address } }: { readonly forward: Forward }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = useMutation(removeForward, effects)
  return (
    <>
      <IconButton
        icon="trash"
        size="compact"
        label={t('mail.forwarding.removeOf', { address })}
        onClick={() => setAsked(true)}
      />
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('mail.forwarding.remove')}
        confirmLabel={t('mail.forwarding.remove')}
        variant="danger"
        onConfirm={() => mutateAsync({ id })}
      >
        {t('mail.forwarding.removeMeans', { address })}
      </Confirm>
    </>
  )
}
