import type { SecondFactor } from '@host/platform-api/sign-in'
import { Button, useTranslation } from '@host/plugin-sdk'
import { SecondFactorForm } from '../SecondFactorForm.tsx'
import { SignInFrame } from '../SignInFrame.tsx'
import { useEnter } from '../useEnter.ts'

export interface SecondStepProps {
  readonly methods: readonly SecondFactor[]
  readonly onExpired: (error: unknown) => void
  readonly onBack: () => void
}

/** The second factor, after the first was right. */
export function SecondStep({ methods, onExpired, onBack }: SecondStepProps) {
  const { t } = useTranslation()
  const enter = useEnter()
  return (
    <SignInFrame title={t('shell.secondFactor.title')} description={t('shell.secondFactor.description')}>
      <SecondFactorForm methods={methods} onProven={enter} onExpired={onExpired} />
      <Button variant="ghost" onClick={onBack} className="mt-2 w-full">
        {t('shell.secondFactor.back')}
      </Button>
    </SignInFrame>
  )
}
