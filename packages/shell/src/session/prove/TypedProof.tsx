import { useState, type ReactNode, type SubmitEvent } from 'react'
import type { Proof } from '@host/platform-api/reauthentication'
import { ClientError, Field, PasswordInput, useTranslation } from '@host/plugin-sdk'
import { CodeField, isWholeCode } from '../../sign-in/CodeField.tsx'
import { SignInNote } from '../../sign-in/SignInNote.tsx'
import { SubmitButton } from '../../sign-in/SubmitButton.tsx'
import type { Throttle } from '../../sign-in/useThrottle.ts'
import { ProofActions } from './ProofActions.tsx'

export interface TypedProofProps {
  readonly way: 'password' | 'totp' | 'recovery'
  readonly email: string
  readonly isBusy: boolean
  readonly throttle: Throttle
  readonly onSubmit: (proof: Proof) => void
  readonly onCancel: () => void
  /** The other ways. */
  readonly children: ReactNode
}

/** A password, a code of the authenticator app, or a recovery code. */
export function TypedProof(props: TypedProofProps) {
  const { way, email, isBusy, throttle, onSubmit, onCancel, children } = props
  const { wait, error } = throttle
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isWhole = way === 'password' ? text !== '' : isWholeCode(way, text)
  const isWrong = error instanceof ClientError && error.status === 401
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (isWhole) onSubmit(way === 'password' ? { password: text } : { code: text })
  }
  const missing = t(way === 'password' ? 'shell.signIn.passwordMissing' : `shell.code.${way}Missing`)
  const wrong = t(way === 'password' ? 'shell.prove.passwordWrong' : `shell.code.${way}Wrong`)
  const fault = isChecked && !isWhole ? missing : isWrong ? wrong : undefined
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      {way !== 'password' ? (
        <CodeField kind={way} value={text} onChange={setText} error={fault} />
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
      {children}
      <ProofActions onCancel={onCancel}>
        <SubmitButton isBusy={isBusy} wait={wait} className="">
          {t('shell.prove.submit')}
        </SubmitButton>
      </ProofActions>
    </form>
  )
}
