import { useState } from 'react'
import { Button, Confirm, IconButton, Menu, MenuItem, useMutation, useTranslation } from '@host/plugin-sdk'
import {
  cancelOutgoingMessage,
  listAttempts,
  listOutgoing,
  markDelivered,
  readOutgoing,
  retryOutgoing,
  sendAgain,
  type OutgoingDetails,
} from '../../shared.ts'

const invalidates = [readOutgoing, listOutgoing, listAttempts]

/** Decisions about a message that waits, failed, or may have arrived. */
export function MessageActions({ message }: { readonly message: OutgoingDetails }) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const { id, recipients, canSendAgain } = message
  const retry = useMutation(retryOutgoing, { invalidates })
  const cancel = useMutation(cancelOutgoingMessage, { invalidates })
  const again = useMutation(sendAgain, { invalidates })
  const mark = useMutation(markDelivered, { invalidates })
  const canRetry = canSendAgain && (recipients.waiting > 0 || message.all.some(({ state }) => state === 'refused'))
  const isUnknown = recipients.unknown > 0
  if (!canRetry && !isUnknown && recipients.waiting === 0) return null
  return (
    <>
      {isUnknown && (
        <Button calls={sendAgain} variant="primary" icon="send" disabled={!canSendAgain} onClick={() => setAsks(true)}>
          {t('mail.log.again')}
        </Button>
      )}
      <Menu trigger={<IconButton icon="ellipsis" label={t('mail.log.more')} />} align="end">
        <MenuItem icon="refresh-cw" disabled={!canRetry} onSelect={() => retry.mutate({ id })}>
          {t('mail.log.retry')}
        </MenuItem>
        <MenuItem icon="check" disabled={!isUnknown} onSelect={() => mark.mutate({ id })}>
          {t('mail.log.mark')}
        </MenuItem>
        <MenuItem icon="x" danger disabled={recipients.waiting === 0} onSelect={() => cancel.mutate({ id })}>
          {t('mail.log.cancel')}
        </MenuItem>
      </Menu>
      <Confirm
        calls={sendAgain}
        open={asks}
        onClose={() => setAsks(false)}
        title={t('mail.log.againQuestion')}
        confirmLabel={t('mail.log.again')}
        onConfirm={() => again.mutateAsync({ id })}
      >
        {t('mail.log.againMeans')}
      </Confirm>
    </>
  )
}
