import { useState, type ReactNode, type SubmitEvent } from 'react'
import {
  Button,
  DialogActions,
  ErrorNote,
  Field,
  formErrors,
  Input,
  Select,
  useTranslation,
  type ClientError,
  type Endpoint,
} from '@host/plugin-sdk'
import type { ChannelEntry, ChannelKind } from '../../shared/channels.ts'
import { fieldsOf, type ChannelField } from './channel-fields.ts'

/** A filled-in form. */
export interface FilledChannel {
  readonly kind: string
  readonly name: string
  readonly fields: Readonly<Record<string, string>>
}

export interface ChannelFormProps {
  readonly kinds: readonly ChannelKind[]
  /** The one that is changed; left out for a new one. */
  readonly channel: ChannelEntry | undefined
  readonly error: ClientError | null
  readonly isBusy: boolean
  readonly onSave: (filled: FilledChannel) => void
  readonly onCancel: () => void
  /** The endpoint that saves it. */
  readonly calls: Endpoint
  /** Further names of fields whose errors `children` show. */
  readonly otherFields?: readonly string[]
  /** Further fields, given the errors of the form. */
  readonly children?: (errors: Readonly<Partial<Record<string, string>>>) => ReactNode
}

type Filled = Readonly<Record<string, string>>

const noFields: Filled = {}

const noOthers: readonly string[] = []

/** Form of a channel: its name, and the fields of its kind. */
export function ChannelForm(props: ChannelFormProps) {
  const { kinds, channel, error, isBusy, onSave, onCancel, calls, otherFields = noOthers, children } = props
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
  const errors = errorsOf(error, fields, otherFields)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    event.stopPropagation()
    onSave({ kind: chosen, name, fields: values })
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
      {children?.(errors.fields)}
      <ErrorNote error={errors.rest} />
      <DialogActions>
        <Button onClick={onCancel}>{t('notifications.cancel')}</Button>
        <Button calls={calls} type="submit" variant="primary" busy={isBusy}>
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

function errorsOf(error: ClientError | null, fields: readonly ChannelField[], others: readonly string[]) {
  return formErrors<string>(error, ['name', ...others, ...fields.map(({ name }) => `fields.${name}`)])
}
