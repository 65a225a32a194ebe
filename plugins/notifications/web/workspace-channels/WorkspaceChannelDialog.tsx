import { useState } from 'react'
import { Field, Select, useMutation, useTranslation } from '@host/plugin-sdk'
import type { ChannelKind } from '../../shared/channels.ts'
import {
  changeWorkspaceChannel,
  createWorkspaceChannel,
  listWorkspaceChannels,
  type WorkspaceChannelCategory,
  type WorkspaceChannelEntry,
} from '../../shared/workspace-channels.ts'
import { ChannelDialog } from '../channels/ChannelDialog.tsx'
import type { FilledChannel } from '../channels/ChannelForm.tsx'
import { CategoryPicker } from './CategoryPicker.tsx'

export interface WorkspaceChannelDialogProps {
  /** Available kinds; when editing, only that of the channel. */
  readonly kinds: readonly ChannelKind[]
  readonly categories: readonly WorkspaceChannelCategory[]
  /** Undefined for a new one. */
  readonly channel: WorkspaceChannelEntry | undefined
  readonly onClose: () => void
}

const otherFields = ['categories', 'language']

/** Creates or changes a channel of the workspace. A new one gets every type of notification, unless some are cleared. */
export function WorkspaceChannelDialog({ kinds, categories, channel, onClose }: WorkspaceChannelDialogProps) {
  const { t, language: own } = useTranslation()
  const [language, setLanguage] = useState<'en' | 'zh'>(channel?.language ?? own)
  const [chosen, setChosen] = useState(() => channel?.categories ?? categories.map(({ key }) => key))
  const [isEmpty, setEmpty] = useState(false)
  const create = useMutation(createWorkspaceChannel, {
    invalidates: [listWorkspaceChannels],
    onSuccess: ({ signingKey }) => signingKey === null && onClose(),
  })
  const change = useMutation(changeWorkspaceChannel, { invalidates: [listWorkspaceChannels], onSuccess: onClose })
  function save({ kind, name, fields }: FilledChannel) {
    setEmpty(chosen.length === 0)
    if (chosen.length === 0) return
    const filled = { name, fields, language, categories: chosen }
    if (channel === undefined) create.mutate({ kind, ...filled })
    else change.mutate({ id: channel.id, ...filled })
  }
  return (
    <ChannelDialog
      calls={channel === undefined ? createWorkspaceChannel : changeWorkspaceChannel}
      kinds={kinds}
      channel={channel}
      signingKey={create.data?.signingKey}
      error={create.error ?? change.error}
      isBusy={create.isPending || change.isPending}
      onSave={save}
      onClose={onClose}
      otherFields={otherFields}
    >
      {(errors) => (
        <>
          <Field label={t('notifications.workspaceChannels.language')} error={errors['language']}>
            <Select
              value={language}
              options={[
                { value: 'en', label: 'English' },
                { value: 'zh', label: '中文' },
              ]}
              onChange={(value) => setLanguage(value === 'zh' ? 'zh' : 'en')}
            />
          </Field>
          <Field
            label={t('notifications.matrix.title')}
            error={isEmpty && chosen.length === 0 ? t('notifications.workspaceChannels.choose') : errors['categories']}
          >
            <CategoryPicker categories={categories} chosen={chosen} onChange={setChosen} />
          </Field>
        </>
      )}
    </ChannelDialog>
  )
}
