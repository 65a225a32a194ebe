import { useState, type SubmitEvent } from 'react'
import type { NewAccount } from '@host/platform-api/recovery'
import { ClientError, formErrors, passwordStrength, useTranslation } from '@host/plugin-sdk'
import { isEmail } from './is-email.ts'

/** A form that makes an account. */
export interface NewAccountDraft {
  readonly account: NewAccount
  readonly change: (part: Partial<NewAccount>) => void
  /** The problem of a field, found by this page on submit, or by the server. */
  readonly faults: Readonly<Partial<Record<keyof NewAccount, string>>>
  /** The server's error about the whole form. */
  readonly rest: unknown
  readonly submit: (event: SubmitEvent) => void
}

export interface NewAccountOptions {
  /** The address of the account, if it is fixed. */
  readonly email?: string
  /** Why the last try failed. */
  readonly error: unknown
  readonly onSubmit: (account: NewAccount) => void
}

/** Why the last attempt failed. */
export function useNewAccount({ email = '', error, onSubmit }: NewAccountOptions): NewAccountDraft {
  const { t } = useTranslation()
  const [account, setAccount] = useState<NewAccount>({ name: '', email, password: '' })
  const [isChecked, setChecked] = useState(false)
  const own = faultsOf(account)
  const refused = error instanceof ClientError ? formErrors(error, ['name', 'email', 'password']) : undefined
  const fault = (field: keyof NewAccount): { readonly [Field in typeof field]?: string } => {
    const key = isChecked ? own[field] : undefined
    return key === undefined ? {} : { [field]: t(`shell.setUp.${key}`) }
  }
  return {
    account,
    change: (part) => setAccount((before) => ({ ...before, ...part })),
    faults: { ...refused?.fields, ...fault('name'), ...fault('email'), ...fault('password') },
    rest: refused === undefined ? error : refused.rest,
    submit(event) {
      event.preventDefault()
      setChecked(true)
      const { name, password } = account
      const isSound = Object.values(own).every((one) => one === undefined)
      if (isSound) onSubmit({ name: name.trim(), email: account.email.trim(), password })
    },
  }
}

function faultsOf({ name, email, password }: NewAccount): Readonly<Record<keyof NewAccount, string | undefined>> {
  return {
    name: name.trim() === '' ? 'nameMissing' : undefined,
    email: isEmail(email) ? undefined : 'emailWrong',
    password: passwordStrength(password) === 0 ? 'passwordShort' : undefined,
  }
}
