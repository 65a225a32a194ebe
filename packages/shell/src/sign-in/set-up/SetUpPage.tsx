import { useState } from 'react'
import { setUp } from '@host/platform-api/sign-in'
import { ClientError, formErrors, useSearch, useTranslation } from '@host/plugin-sdk'
import { AccountStep } from './AccountStep.tsx'
import { RestorePage } from './restore/RestorePage.tsx'
import { SetUpNotice } from './SetUpNotice.tsx'
import { SignInFrame } from '../SignInFrame.tsx'
import { useSignIn } from '../useSignIn.ts'
import { WorkspaceStep } from './WorkspaceStep.tsx'

/** Input collected by the wizard. */
export interface SetUpDraft {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly workspace: string
}

const steps = ['account', 'workspace'] as const

/** The first visit: makes the first instance admin and the first workspace. */
export default function SetUpPage() {
  const { t } = useTranslation()
  const [search] = useSearch()
  const [step, setStep] = useState<(typeof steps)[number]>('account')
  const [isRestoring, setRestoring] = useState(false)
  const [draft, setDraft] = useState<SetUpDraft>({ name: '', email: '', password: '', workspace: '' })
  const { attempt, isBusy, error, reset } = useSignIn(setUp)
  const refused = error instanceof ClientError ? formErrors(error, ['name', 'email', 'password']) : undefined
  const isAccountRefused = refused !== undefined && Object.keys(refused.fields).length > 0
  const token = search.get('token') ?? ''
  const shownStep = isAccountRefused ? 'account' : step
  const go = (to: typeof step) => {
    if (error !== null) reset()
    setStep(to)
  }
  const change = (part: Partial<SetUpDraft>) => {
    go(shownStep)
    setDraft((before) => ({ ...before, ...part }))
  }
  if (token === '') return <SetUpNotice kind="noToken" />
  if (error instanceof ClientError && error.status === 410) return <SetUpNotice kind="done" />
  if (isRestoring) return <RestorePage token={token} onBack={() => setRestoring(false)} />
  return (
    <SignInFrame
      overline={t('shell.setUp.step', { step: steps.indexOf(shownStep) + 1, steps: steps.length })}
      title={t(`shell.setUp.${shownStep}`)}
      description={t(`shell.setUp.${shownStep}Description`)}
    >
      {shownStep === 'account' ? (
        <AccountStep
          draft={draft}
          refused={refused?.fields ?? {}}
          onChange={change}
          onDone={() => go('workspace')}
          onRestore={() => setRestoring(true)}
        />
      ) : (
        <WorkspaceStep
          draft={draft}
          onChange={change}
          onBack={() => go('account')}
          onDone={() => attempt({ token, ...draft })}
          isBusy={isBusy}
          error={refused === undefined ? error : refused.rest}
        />
      )}
    </SignInFrame>
  )
}
