import { useState } from 'react'
import { Button, Modal, Secret, useTranslation } from '@host/plugin-sdk'
import type { ChannelEntry, ChannelKind } from '../../shared/channels.ts'
import { ChannelForm } from './ChannelForm.tsx'

export interface ChannelDialogProps {
  /** Available kinds; when editing, only that of the channel. */
  readonly kinds: readonly ChannelKind[]
  readonly channel?: ChannelEntry
  readonly onClose: () => void
}

/** Makes or changes a channel. A signing key that was made for it is shown once, before the dialog closes. */
export function ChannelDialog({ kinds, channel, onClose }: ChannelDialogProps) {
  const { t } = useTranslation()
  const [signingKey, setSigningKey] = useState<string | null>(null)
  const title =
    channel === undefined ? t('notifications.channels.add') : t('notifications.channels.edit', { name: channel.name })
  const done = (key: string | null) => (key === null ? onClose() : setSigningKey(key))
  if (signingKey === null) {
    return (
      <Modal open onClose={onClose} title={title} size="small">
        <ChannelForm kinds={kinds} channel={channel} onDone={done} onCancel={onClose} />
      </Modal>
    )
  }
  const close = (
    <Button variant="primary" onClick={onClose}>
      {t('notifications.channels.keyKept')}
    </Button>
  )
  return (
    <Modal open onClose={onClose} title={t('notifications.channels.keyTitle')} size="small" footer={close}>
      <Secret once value={signingKey} name={t('notifications.channels.theKey')} />
    </Modal>
  )
}
