import { useState } from 'react'
import {
  Button,
  EmptyState,
  ErrorState,
  HelpLink,
  LoadingRegion,
  PageHeader,
  Panel,
  Skeleton,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import {
  createWorkspaceChannel,
  listWorkspaceChannels,
  mostWorkspaceChannels,
  type WorkspaceChannelEntry,
} from '../../shared/workspace-channels.ts'
import { ChannelRow } from '../channels/ChannelRow.tsx'
import { workspaceChannels } from '../channels/channel-endpoints.ts'
import { WorkspaceChannelDialog } from './WorkspaceChannelDialog.tsx'

/** Channels of the workspace, for its admins. */
export default function WorkspaceChannelsPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(listWorkspaceChannels, undefined, { errors: 'list' })
  const [isAdding, setAdding] = useState(false)
  const isFull = data !== undefined && data.items.length >= mostWorkspaceChannels
  const add = (
    <Button
      calls={createWorkspaceChannel}
      variant="primary"
      icon="plus"
      onClick={() => setAdding(true)}
      disabledReason={isFull ? t('notifications.channels.full', { count: mostWorkspaceChannels }) : undefined}
    >
      {t('notifications.channels.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('notifications.workspaceChannels.title')}
        description={t('notifications.workspaceChannels.description')}
        actions={
          <>
            {data !== undefined && data.items.length > 0 && add}
            <HelpLink slug="workspace-channels" />
          </>
        }
      />
      {data !== undefined ? (
        <div className="max-w-4xl">
          {data.items.length === 0 ? (
            <EmptyState title={t('notifications.workspaceChannels.none')} action={add}>
              {t('notifications.workspaceChannels.noneHint')}
            </EmptyState>
          ) : (
            <Panel title={t('notifications.channels.title')} flush>
              <ul aria-label={t('notifications.channels.title')} className="divide-y divide-line">
                {data.items.map((channel) => (
                  <WorkspaceChannelRow key={channel.id} channel={channel} data={data} />
                ))}
              </ul>
            </Panel>
          )}
          {isAdding && <WorkspaceChannelDialog {...data} channel={undefined} onClose={() => setAdding(false)} />}
        </div>
      ) : error === null ? (
        <LoadingRegion className="max-w-4xl">
          <Skeleton className="h-40 w-full" />
        </LoadingRegion>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}

interface WorkspaceChannelRowProps {
  readonly channel: WorkspaceChannelEntry
  readonly data: NonNullable<ReturnType<typeof useQuery<typeof listWorkspaceChannels>>['data']>
}

function WorkspaceChannelRow({ channel, data: { kinds, categories } }: WorkspaceChannelRowProps) {
  const { t } = useTranslation()
  const count = categories.filter(({ key }) => channel.categories.includes(key)).length
  return (
    <ChannelRow
      channel={channel}
      kind={kinds.find(({ id }) => id === channel.kind)}
      details={t('notifications.workspaceChannels.gets', { count })}
      endpoints={workspaceChannels}
      edit={(kind, onClose) => (
        <WorkspaceChannelDialog kinds={[kind]} categories={categories} channel={channel} onClose={onClose} />
      )}
    />
  )
}
