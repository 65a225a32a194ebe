import { useMutation } from '@host/plugin-sdk'
import {
  changeChannel,
  createChannel,
  listChannels,
  type ChannelEntry,
  type ChannelKind,
} from '../../shared/channels.ts'
import { ChannelDialog } from './ChannelDialog.tsx'

export interface OwnChannelDialogProps {
  /** Available kinds; when editing, only that of the channel. */
  readonly kinds: readonly ChannelKind[]
  readonly channel?: ChannelEntry
  readonly onClose: () => void
}

/** Creates or changes a channel of the reader. */
export function OwnChannelDialog({ kinds, channel, onClose }: OwnChannelDialogProps) {
  const create = useMutation(createChannel, {
    invalidates: [listChannels],
    onSuccess: ({ signingKey }) => signingKey === null && onClose(),
  })
  const change = useMutation(changeChannel, { invalidates: [listChannels], onSuccess: onClose })
  return (
    <ChannelDialog
      calls={channel === undefined ? createChannel : changeChannel}
      kinds={kinds}
      channel={channel}
      signingKey={create.data?.signingKey}
      error={create.error ?? change.error}
      isBusy={create.isPending || change.isPending}
      onSave={({ kind, name, fields }) =>
        channel === undefined ? create.mutate({ kind, name, fields }) : change.mutate({ id: channel.id, name, fields })
      }
      onClose={onClose}
    />
  )
}
