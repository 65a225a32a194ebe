import { useState } from 'react'
import { ErrorNote, Panel, SaveBar, useMutation, useTranslation, useUnsavedGuard } from '@host/plugin-sdk'
import { mailChannel, type ChannelEntry } from '../../shared/channels.ts'
import { readPreferences, savePreferences, type ShownPreferences } from '../../shared/preferences.ts'
import { deviceZone } from '../time-zones.ts'
import { currentOf, inboxWay, inputOf, type Draft } from './draft.ts'
import { Matrix, type Way } from './Matrix.tsx'
import { TimesPanel } from './TimesPanel.tsx'

export interface PreferencesFormProps {
  readonly preferences: ShownPreferences
  readonly channels: readonly ChannelEntry[]
}

const nothing: Draft = {}

/** Delivery per category, quiet hours and digest. */
export function PreferencesForm({ preferences, channels }: PreferencesFormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(nothing)
  const [device] = useState(deviceZone)
  const current = currentOf(preferences, draft, device)
  const isDirty = draft !== nothing
  const save = useMutation(savePreferences, {
    invalidates: [readPreferences],
    onSuccess: () => setDraft(nothing),
  })
  useUnsavedGuard(isDirty && !save.isPending)
  const change = (part: Draft) => setDraft((before) => ({ ...before, ...part }))
  const ways: readonly Way[] = [
    { id: inboxWay, label: t('notifications.ways.inbox') },
    ...(preferences.mail === null ? [] : [{ id: mailChannel, label: t('notifications.ways.mail') }]),
    ...channels.map(({ id, name }) => ({ id, label: name })),
  ]
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(inputOf(current))
      }}
    >
      <Panel title={t('notifications.matrix.title')} description={t('notifications.matrix.description')} flush>
        <Matrix
          categories={current.categories}
          ways={ways}
          onChange={(key, route) => setDraft((before) => ({ ...before, routes: { ...before.routes, [key]: route } }))}
        />
      </Panel>
      <TimesPanel current={current} hasMail={preferences.mail !== null} onChange={change} />
      <ErrorNote error={save.error} />
      <SaveBar
        calls={savePreferences}
        isDirty={isDirty}
        busy={save.isPending}
        onSave={() => save.mutate(inputOf(current))}
        onDiscard={() => setDraft(nothing)}
      />
    </form>
  )
}
