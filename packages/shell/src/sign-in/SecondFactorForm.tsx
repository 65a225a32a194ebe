import { useState, type SubmitEvent } from 'react'
import type { SecondFactor } from '@host/platform-api/sign-in'
import { Button, ClientError, useTranslation } from '@host/plugin-sdk'
import { CodeField, isWholeCode } from './CodeField.tsx'
import { SignInNote } from './SignInNote.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useSecondFactor } from './useSecondFactor.ts'
import { useThrottle } from './useThrottle.ts'

export interface SecondFactorFormProps {
  /** Second factors of the account. */
  readonly methods: readonly SecondFactor[]
  readonly onProven: () => Promise<void>
  /** The first factor no longer counts: everything begins again. */
  readonly onExpired: (error: unknown) => void
}

const order: readonly SecondFactor[] = ['totp', 'passkey', 'recovery']

/** Asks for the second factor, the usual way first, with the other ways one press away. */
export function SecondFactorForm({ methods, onProven, onExpired }: SecondFactorFormProps) {
  const { t } = useTranslation()
  const ways = order.filter((way) => methods.includes(way))
  const [way, setWay] = useState<SecondFactor>(ways[0] ?? 'totp')
  const { attempt, isBusy, error, reset } = useSecondFactor(onProven, onExpired)
  const throttle = useThrottle(error)
  function choose(next: SecondFactor) {
    reset()
    setWay(next)
  }
  return (
    <div className="flex flex-col gap-4">
      {way === 'passkey' ? (
        <>
          <SignInNote error={throttle.error} />
          <Button variant="primary" icon="key-round" busy={isBusy} autoFocus onClick={() => attempt(way, '')}>
            {t('shell.passkey.use')}
          </Button>
        </>
      ) : (
        <CodeForm key={way} kind={way} isBusy={isBusy} throttle={throttle} onSubmit={(code) => attempt(way, code)} />
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {ways
          .filter((one) => one !== way)
          .map((one) => (
            <Button key={one} variant="ghost" size="compact" onClick={() => choose(one)}>
              {t(`shell.secondFactor.use.${one}`)}
            </Button>
          ))}
      </div>
    </div>
  )
}

interface CodeFormProps {
  readonly kind: 'totp' | 'recovery'
  readonly isBusy: boolean
  readonly throttle: ReturnType<typeof useThrottle>
  readonly onSubmit: (code: string) => void
}

function CodeForm({ kind, isBusy, throttle: { wait, error }, onSubmit }: CodeFormProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isWrong = error instanceof ClientError && error.code === 'invalid_code'
  const isMissing = isChecked && !isWholeCode(kind, code)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (isWholeCode(kind, code)) onSubmit(code.trim())
  }
  const fault = isMissing ? t(`shell.code.${kind}Missing`) : isWrong ? t(`shell.code.${kind}Wrong`) : undefined
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <CodeField kind={kind} value={code} onChange={setCode} error={fault} />
      <SignInNote error={isWrong ? null : error} />
      <SubmitButton isBusy={isBusy} wait={wait}>
        {t('shell.secondFactor.submit')}
      </SubmitButton>
    </form>
  )
}
