import { useState } from 'react'
import {
  Badge,
  Confirm,
  MenuItem,
  RowMenu,
  Toggle,
  useFailureToast,
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
    <li className="group flex flex-wrap items-center gap-3 py-3">
      <span className="min-w-0 flex-1 basis-56 wrap-anywhere">{address}</span>
      <Badge tone={isConfirmed ? 'positive' : 'warning'}>{t(`mail.forwarding.state.${state}`)}</Badge>
      {canChange && (
        <span className="flex items-center gap-3">
          {isConfirmed && (
            <Toggle
              calls={changeForward}
              label={t('mail.forwarding.takesAllOf', { address })}
              checked={takesAll}
              disabled={change.isPending}
              onChange={(next) => change.mutate({ id, takesAll: next })}
            />
          )}
          <ForwardMenu forward={forward} />
        </span>
      )}
    </li>
  )
}

function ForwardMenu({ forward: { id, address, isConfirmed } }: { readonly forward: Forward }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const toast = useToast()
  const send = useMutation(sendForwardLink, {
    onSuccess: () => toast({ tone: 'positive', title: t('mail.forwarding.linkSent', { address }) }),
    onError: useFailureToast(),
  })
  const { mutateAsync } = useMutation(removeForward, effects)
  return (
    <>
      <RowMenu name={address} busy={send.isPending}>
        {!isConfirmed && (
          <MenuItem calls={sendForwardLink} icon="send" onSelect={() => send.mutate({ id })}>
            {t('mail.forwarding.sendLink')}
          </MenuItem>
        )}
        <MenuItem icon="trash" danger onSelect={() => setAsked(true)}>
          {t('mail.forwarding.remove')}
        </MenuItem>
      </RowMenu>
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
