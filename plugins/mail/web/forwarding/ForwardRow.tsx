import { useState } from 'react'
import {
  Badge,
  Button,
  Confirm,
  Form,
  IconButton,
  Modal,
  Toggle,
  useMutation,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import {
  changeForward,
  confirmForward,
  listForwards,
  removeForward,
  sendForwardCode,
  type Forward,
} from '../../shared.ts'

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
            <ConfirmAddress forward={forward} />
          )}
          <RemoveForward forward={forward} />
        </span>
      )}
    </li>
  )
}

function ConfirmAddress({ forward: { id, address } }: { readonly forward: Forward }) {
  const { t } = useTranslation()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync } = useMutation(confirmForward, { ...effects, onSuccess: () => setOpen(false) })
  const send = useMutation(sendForwardCode, {
    onSuccess: () => toast({ tone: 'positive', title: t('mail.forwarding.codeSent') }),
  })
  return (
    <>
      <Button size="compact" onClick={() => setOpen(true)}>
        {t('mail.forwarding.confirm')}
      </Button>
      <Modal open={isOpen} onClose={() => setOpen(false)} title={t('mail.forwarding.confirm')} size="small">
        <div className="flex flex-col gap-3">
          <p className="text-sm wrap-anywhere">{t('mail.forwarding.codeHelp', { address })}</p>
          <Form
            source={confirmForward}
            fields={{ code: { label: t('mail.forwarding.code'), control: 'text', required: true } }}
            onSubmit={(input) => mutateAsync({ ...input, id })}
            submitLabel={t('mail.forwarding.confirm')}
            onCancel={() => setOpen(false)}
          />
          <Button variant="ghost" busy={send.isPending} onClick={() => send.mutate({ id })}>
            {t('mail.forwarding.sendCode')}
          </Button>
        </div>
      </Modal>
    </>
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
