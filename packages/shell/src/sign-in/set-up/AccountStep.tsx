import { useState, type SubmitEvent } from 'react'
import { Button, Field, Input, PasswordInput, passwordStrength, StrengthMeter, useTranslation } from '@host/plugin-sdk'
import { isEmail } from '../recovery/is-email.ts'
import type { SetUpDraft } from './SetUpPage.tsx'

export interface AccountStepProps {
  readonly draft: SetUpDraft
  /** The server's field errors, until the field changes. */
  readonly refused: Readonly<Partial<Record<'name' | 'email' | 'password', string>>>
  readonly onChange: (part: Partial<SetUpDraft>) => void
  readonly onDone: () => void
  /** Called when a backup is to be restored instead. */
  readonly onRestore: () => void
}

/** Account of the first instance admin. */
export function AccountStep({ draft, refused, onChange, onDone, onRestore }: AccountStepProps) {
  const { t } = useTranslation()
  const [isChecked, setChecked] = useState(false)
  const faults = faultsOf(draft)
  const faultOf = (field: keyof typeof faults) =>
    isChecked && faults[field] ? t(`shell.setUp.${faults[field]}`) : refused[field]
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (Object.values(faults).every((fault) => fault === undefined)) onDone()
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label={t('shell.setUp.name')} error={faultOf('name')} required>
        <Input
          name="name"
          autoComplete="name"
          autoFocus
          maxLength={100}
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label={t('shell.setUp.email')} error={faultOf('email')} required>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          maxLength={254}
          value={draft.email}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      </Field>
      <Field
        label={t('shell.setUp.password')}
        hint={t('shell.setUp.passwordHint')}
        error={faultOf('password')}
        required
      >
        <PasswordInput
          name="password"
          autoComplete="new-password"
          maxLength={256}
          value={draft.password}
          onChange={(event) => onChange({ password: event.target.value })}
        />
      </Field>
      <StrengthMeter password={draft.password} />
      <Button type="submit" variant="primary" className="mt-1 w-full">
        {t('shell.setUp.continue')}
      </Button>
      <Button variant="ghost" className="self-center" onClick={onRestore}>
        {t('shell.restore.link')}
      </Button>
    </form>
  )
}

/** Passwords of this length are hard to guess whatever they contain. */
const longEnough = 16

function faultsOf({ name, email, password }: SetUpDraft) {
  return {
    name: name.trim() === '' ? 'nameMissing' : undefined,
    email: isEmail(email) ? undefined : 'emailWrong',
    password: passwordFault(password, email),
  }
}

/** What the server would refuse as well: too short, easy to guess, or with a part of the address. */
function passwordFault(password: string, email: string) {
  const strength = passwordStrength(password)
  if (strength === 0) return 'passwordShort'
  const [local = ''] = email.toLowerCase().split('@')
  if (local.length > 2 && password.toLowerCase().includes(local)) return 'passwordPersonal'
  return strength === 1 && password.length < longEnough ? 'passwordWeak' : undefined
}
