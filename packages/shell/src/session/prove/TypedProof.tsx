import { useState, type SubmitEvent } from 'react'
import { ClientError, Field, PasswordInput, useTranslation } from '@host/plugin-sdk'
import { CodeField, isWholeCode } from '../../sign-in/CodeField.tsx'
import { SignInNote } from '../../sign-in/SignInNote.tsx'
import { SubmitButton } from '../../sign-in/SubmitButton.tsx'
import type { Throttle } from '../../sign-in/useThrottle.ts'
import type { Proof } from './endpoints.ts'

export interface TypedProofProps {
  readonly way: 'password' | 'totp'
  readonly email: string
  readonly isBusy: boolean
  readonly throttle: Throttle
  readonly onSubmit: (proof: Proof) => void
}

/** A password or a code of the authenticator app. */
export function TypedProof({ way, email, isBusy, throttle: { wait, error }, onSubmit }: TypedProofProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isWhole = way === 'totp' ? isWholeCode(way, text) : text !== ''
  const isWrong = error instanceof ClientError && error.status === 401
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (isWhole) onSubmit(way === 'totp' ? { code: text } : { password: text })
  }
  const missing = t(way === 'totp' ? 'shell.code.totpMissing' : 'shell.signIn.passwordMissing')
  const wrong = t(way === 'totp' ? 'shell.code.totpWrong' : 'shell.prove.passwordWrong')
  const fault = isChecked && !isWhole ? missing : isWrong ? wrong : undefined
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      {way === 'totp' ? (
        <CodeField kind="totp" value={text} onChange={setText} error={fault} />
      ) : (
        <Field label={t('shell.signIn.password')} error={fault} required>
          <PasswordInput
            autoFocus
            name="password"
            autoComplete="current-password"
            maxLength={256}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      )}
      <SignInNote error={isWrong ? null : error} />
      <SubmitButton isBusy={isBusy} wait={wait}>
        {t('shell.prove.submit')}
      </SubmitButton>
    </form>
  )
}
