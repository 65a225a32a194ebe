import { Field, Input, PasswordInput, Select, Textarea, useTranslation } from '@host/plugin-sdk'
import type { ProviderDetails } from '../../shared.ts'

/** A field of an account, as its provider declares it. */
export type ProviderField = ProviderDetails['fields'][number]

export interface AccountFieldProps {
  readonly field: ProviderField
  readonly value: string
  readonly error: string | undefined
  /** Whether a secret is stored, which an empty field keeps. */
  readonly isStored: boolean
  readonly onChange: (value: string) => void
}

/** Characters from which a text gets several lines. */
const long = 400

/** A field of an account with its hint and error. */
export function AccountField(props: AccountFieldProps) {
  const { field, error, isStored } = props
  const { t } = useTranslation()
  const keeps = field.isSecret && isStored
  const hint = keeps ? t('domains.accounts.keeps') : (field.hint ?? undefined)
  const isRequired = !field.isOptional && !keeps
  return (
    <Field label={field.label} hint={hint} error={error} required={isRequired} optional={field.isOptional}>
      <Control {...props} />
    </Field>
  )
}

function Control({ field: { name, isSecret, options, max }, value, isStored, onChange }: AccountFieldProps) {
  const { t } = useTranslation()
  if (options !== null) {
    return <Select value={value} options={options.map((each) => ({ value: each, label: each }))} onChange={onChange} />
  }
  const shared = { name, value, maxLength: max, spellCheck: false }
  if (isSecret) {
    return (
      <PasswordInput
        {...shared}
        autoComplete="new-password"
        placeholder={isStored ? t('domains.accounts.stored') : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  if (max > long) return <Textarea {...shared} onChange={(event) => onChange(event.target.value)} />
  return <Input {...shared} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
}
