import { useState } from 'react'
import { Button, HelpLink, Icon, Panel, useTranslation } from '@host/plugin-sdk'
import { createChannel, mostChannels, type ChannelEntry, type ChannelKind } from '../../shared/channels.ts'
import { ChannelRow } from './ChannelRow.tsx'
import { ownChannels } from './channel-endpoints.ts'
import { OwnChannelDialog } from './OwnChannelDialog.tsx'

export interface ChannelsPanelProps {
  readonly channels: readonly ChannelEntry[]
  readonly kinds: readonly ChannelKind[]
  /** Where emails go; null where none can. */
  readonly mail: string | null
}

/** The ways by which the reader is reached outside of the product. */
export function ChannelsPanel({ channels, kinds, mail }: ChannelsPanelProps) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const isFull = channels.length >= mostChannels
  const add = (
    <Button
      calls={createChannel}
      size="compact"
      icon="plus"
      onClick={() => setAdding(true)}
      disabledReason={isFull ? t('notifications.channels.full', { count: mostChannels }) : undefined}
    >
      {t('notifications.channels.add')}
    </Button>
  )
  return (
    <Panel
      title={t('notifications.channels.title')}
      description={t('notifications.channels.description')}
      actions={kinds.length > 0 && add}
      footer={<HelpLink slug="notification-channels" />}
      flush
    >
      <ul aria-label={t('notifications.channels.title')} className="divide-y divide-line">
        <li className="flex items-center gap-3 px-4 py-3">
          <Icon name="mail" className="text-subtle" />
          <div className="min-w-0 flex-1">
            <p className="font-medium">{t('notifications.ways.mail')}</p>
            <p className="text-xs text-subtle wrap-anywhere">{mail ?? t('notifications.channels.noMail')}</p>
          </div>
        </li>
        {channels.map((channel) => (
          <ChannelRow
            key={channel.id}
            channel={channel}
            kind={kinds.find(({ id }) => id === channel.kind)}
            endpoints={ownChannels}
            edit={(kind, onClose) => <OwnChannelDialog kinds={[kind]} channel={channel} onClose={onClose} />}
          />
        ))}
      </ul>
      {isAdding && <OwnChannelDialog kinds={kinds} onClose={() => setAdding(false)} />}
    </Panel>
  )
}
