import type { ReactNode } from 'react'
import { Button, Modal, Secret, useTranslation, type ClientError, type Endpoint } from '@host/plugin-sdk'
import type { ChannelEntry, ChannelKind } from '../../shared/channels.ts'
import { ChannelForm, type FilledChannel } from './ChannelForm.tsx'

export interface ChannelDialogProps {
  /** Available kinds; when editing, only that of the channel. */
  readonly kinds: readonly ChannelKind[]
  readonly channel: ChannelEntry | undefined
  /** Generated for a new channel; null or undefined without one. */
  readonly signingKey: string | null | undefined
  readonly error: ClientError | null
  readonly isBusy: boolean
  /** The endpoint that saves it. */
  readonly calls: Endpoint
  readonly onSave: (filled: FilledChannel) => void
  readonly onClose: () => void
  /** Further names of fields whose errors `children` show. */
  readonly otherFields?: readonly string[]
  /** Further fields, given the errors of the form. */
  readonly children?: (errors: Readonly<Partial<Record<string, string>>>) => ReactNode
}

/** Creates or changes a channel. A generated signing key is shown once, before the dialog closes. */
export function ChannelDialog({ signingKey, onClose, ...form }: ChannelDialogProps) {
  const { t } = useTranslation()
  const { channel } = form
  const title = channel === undefined ? t('notifications.channels.add') : t('notifications.channels.edit')
  if (signingKey === null || signingKey === undefined) {
    return (
      <Modal open onClose={onClose} title={title} size="small">
        <ChannelForm {...form} onCancel={onClose} />
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
