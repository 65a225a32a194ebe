import { useState, type SubmitEvent } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  formErrors,
  Input,
  Select,
  useMutation,
  useTranslation,
  type ClientError,
  DialogActions,
} from '@host/plugin-sdk'
import {
  changeChannel,
  createChannel,
  listChannels,
  type ChannelEntry,
  type ChannelKind,
} from '../../shared/channels.ts'
import { fieldsOf, type ChannelField } from './channel-fields.ts'

export interface ChannelFormProps {
  readonly kinds: readonly ChannelKind[]
  /** The one that is changed; left out for a new one. */
  readonly channel: ChannelEntry | undefined
  /** It is done; a signing key that was made for it, or null. */
  readonly onDone: (signingKey: string | null) => void
  readonly onCancel: () => void
}

type Filled = Readonly<Record<string, string>>

const noFields: Filled = {}

/** Form of a channel: its name, and the fields of its kind. */
export function ChannelForm({ kinds, channel, onDone, onCancel }: ChannelFormProps) {
  const { t } = useTranslation()
  const [chosen, choose] = useState(kinds[0]?.id ?? '')
  const [typedName, setName] = useState<string>()
  const [typed, setTyped] = useState(noFields)
  const kind = kinds.find(({ id }) => id === chosen)
  const fields = kind === undefined ? [] : fieldsOf(kind)
  const name = typedName ?? channel?.name ?? kind?.title ?? ''
  const values = Object.fromEntries(
    fields.map((field) => [field.name, typed[field.name] ?? channel?.fields[field.name] ?? '']),
  )
  const create = useMutation(createChannel, {
    invalidates: [listChannels],
    onSuccess: ({ signingKey }) => onDone(signingKey),
  })
  const change = useMutation(changeChannel, { invalidates: [listChannels], onSuccess: () => onDone(null) })
  const errors = errorsOf(create.error ?? change.error, fields)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (channel === undefined) create.mutate({ kind: chosen, name, fields: values })
    else change.mutate({ id: channel.id, name, fields: values })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {channel === undefined && kinds.length > 1 && (
        <Field label={t('notifications.channels.kind')}>
          <Select
            value={chosen}
            options={kinds.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(id) => {
              choose(id)
              setTyped(noFields)
            }}
          />
        </Field>
      )}
      <Field label={t('notifications.channels.name')} error={errors.fields['name']}>
        <Input name="name" value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
      </Field>
      {fields.map((field) => (
        <TextField
          key={`${chosen} ${field.name}`}
          field={field}
          value={values[field.name] ?? ''}
          error={errors.fields[`fields.${field.name}`]}
          onChange={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      <ErrorNote error={errors.rest} />
      <DialogActions>
        <Button onClick={onCancel}>{t('notifications.cancel')}</Button>
        <Button type="submit" variant="primary" busy={create.isPending || change.isPending}>
          {t('notifications.save')}
        </Button>
      </DialogActions>
    </form>
  )
}

interface TextFieldProps {
  readonly field: ChannelField
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function TextField({ field, value, error, onChange }: TextFieldProps) {
  const { name, title, hint, isSecret, isRequired, isAddress } = field
  return (
    <Field label={title} hint={hint} required={isRequired} error={error}>
      <Input
        name={name}
        type={isSecret ? 'password' : isAddress ? 'url' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        spellCheck={false}
        value={value}
        onFocus={(event) => isSecret && event.target.select()}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

function errorsOf(error: ClientError | null, fields: readonly ChannelField[]) {
  return formErrors<string>(error, ['name', ...fields.map(({ name }) => `fields.${name}`)])
}
