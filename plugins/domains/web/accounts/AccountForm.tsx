import { useState, type ReactNode, type SubmitEvent } from 'react'
import {
  DialogActions,
  Button,
  ErrorNote,
  Field,
  formErrors,
  Input,
  useTranslation,
  type ClientError,
} from '@host/plugin-sdk'
import type { ProviderDetails } from '../../shared.ts'
import { useFocusOnWrong } from '../useFocusOnWrong.ts'
import { AccountField } from './AccountField.tsx'
import { changedSettings, type Settings } from './account-settings.ts'

/** Values of the form. */
export interface AccountInput {
  readonly label: string
  /** Those that differ from the stored ones. */
  readonly settings: Settings
}

export interface AccountFormProps {
  readonly provider: ProviderDetails
  /** The stored account; undefined for a new one. */
  readonly stored?: AccountInput
  readonly error: ClientError | null
  readonly busy: boolean
  readonly submitLabel: string
  readonly onSubmit: (input: AccountInput) => void
  readonly onClose: () => void
  /** Before the fields, such as the choice of the provider. */
  readonly children?: ReactNode
}

/** The fields of an account; errors of the server stand at them. */
export function AccountForm(props: AccountFormProps) {
  const { provider, stored, error, children, onSubmit } = props
  const { t } = useTranslation()
  const [label, setLabel] = useState(stored?.label ?? '')
  const [settings, setSettings] = useState<Settings>(stored?.settings ?? {})
  const form = useFocusOnWrong<HTMLFormElement>(error)
  const { fields } = provider
  const errors = formErrors(error, ['label', 'provider', ...fields.map(({ name }) => `settings.${name}`)])
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!props.busy) onSubmit({ label, settings: changedSettings(fields, settings, stored?.settings ?? {}) })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <Field
        label={t('domains.accounts.label')}
        hint={t('domains.accounts.labelHint')}
        error={errors.fields['label']}
        required
      >
        <Input
          name="label"
          value={label}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => setLabel(event.target.value)}
        />
      </Field>
      {fields.map((field) => (
        <AccountField
          key={field.name}
          field={field}
          value={settings[field.name] ?? ''}
          error={errors.fields[`settings.${field.name}`]}
          isStored={stored !== undefined}
          onChange={(value) => setSettings((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      <ErrorNote error={errors.rest} />
      <FormButtons {...props} />
    </form>
  )
}

function FormButtons({ busy, submitLabel, onClose }: Pick<AccountFormProps, 'busy' | 'submitLabel' | 'onClose'>) {
  const { t } = useTranslation()
  return (
    <DialogActions>
      <span role="status" className="mr-auto text-xs text-subtle">
        {busy && t('domains.accounts.testing')}
      </span>
      <Button onClick={onClose}>{t('domains.cancel')}</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {submitLabel}
      </Button>
    </DialogActions>
  )
}
