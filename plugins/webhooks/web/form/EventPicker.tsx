import { useState } from 'react'
import { Checkbox, ErrorNote, FieldGroup, Input, SkeletonRows, useListQuery, useTranslation } from '@host/plugin-sdk'
import { everyEvent, listEvents, nounOf, nounPattern, type WebhookEvent } from '../../shared.ts'
import { withEverything, withEvent, withNoun } from './event-choices.ts'

export interface EventPickerProps {
  readonly value: readonly string[]
  readonly onChange: (choices: string[]) => void
}

/** The subscribed events of an endpoint: all, all of a noun, or some. */
export function EventPicker({ value, onChange }: EventPickerProps) {
  const { t } = useTranslation()
  const { items, error, refetch } = useListQuery(listEvents, {}, { errors: 'page' })
  const [search, setSearch] = useState('')
  const hasAll = value.includes(everyEvent)
  if (items === undefined) {
    return error === null ? <SkeletonRows rows={4} /> : <ErrorNote error={error} onRetry={() => void refetch()} />
  }
  return (
    <FieldGroup>
      <Checkbox
        label={t('webhooks.everyEvent')}
        description={t('webhooks.everyEventMeans')}
        checked={hasAll}
        onChange={(isChosen) => onChange(withEverything(isChosen))}
      />
      {!hasAll && (
        <>
          <Input
            icon="search"
            type="search"
            aria-label={t('webhooks.searchEvents')}
            placeholder={t('webhooks.searchEvents')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Choices events={items} search={search} value={value} onChange={onChange} />
        </>
      )}
    </FieldGroup>
  )
}

interface ChoicesProps extends EventPickerProps {
  readonly events: readonly WebhookEvent[]
  readonly search: string
}

/** Plugin by plugin, and in each noun by noun. */
function Choices({ events, search, ...choice }: ChoicesProps) {
  const { t } = useTranslation()
  const found = events.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  if (found.length === 0) return <p className="text-sm text-muted">{t('webhooks.noEvents')}</p>
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line px-4 py-3">
      {[...Map.groupBy(found, ({ pluginTitle }) => pluginTitle)].map(([title, ofPlugin]) => (
        <fieldset key={title} className="flex min-w-0 flex-col gap-2">
          <legend className="mb-2 text-xs text-subtle">{title}</legend>
          {[...Map.groupBy(ofPlugin, ({ name }) => nounOf(name))].map(([noun, ofNoun]) => (
            <Noun key={noun} noun={noun} events={ofNoun} {...choice} />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

interface NounProps extends EventPickerProps {
  readonly noun: string
  readonly events: readonly WebhookEvent[]
}

function Noun({ noun, events, value, onChange }: NounProps) {
  const { t } = useTranslation()
  const pattern = nounPattern(`${noun}.`)
  const hasNoun = value.includes(pattern)
  const hasSome = value.some((choice) => choice !== pattern && nounOf(choice) === noun)
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        label={<code className="font-mono text-xs">{pattern}</code>}
        description={t('webhooks.nounMeans')}
        checked={hasNoun}
        indeterminate={!hasNoun && hasSome}
        onChange={(isChosen) => onChange(withNoun(value, pattern, isChosen))}
      />
      <div className="flex flex-col gap-2 pl-6">
        {events.map(({ name, description }) => (
          <Checkbox
            key={name}
            label={<code className="font-mono text-xs">{name}</code>}
            description={description}
            checked={hasNoun || value.includes(name)}
            disabled={hasNoun}
            onChange={(isChosen) => onChange(withEvent(value, name, isChosen))}
          />
        ))}
      </div>
    </div>
  )
}
