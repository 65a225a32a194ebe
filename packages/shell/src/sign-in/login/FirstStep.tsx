import { listMethods, readSignInPolicy, type SecondFactor } from '@host/platform-api/sign-in'
import { Alert, useQuery, useSearch, useTranslation } from '@host/plugin-sdk'
import { SignInFrame } from '../SignInFrame.tsx'
import { SignInNote } from '../SignInNote.tsx'
import { TextLink } from '../TextLink.tsx'
import { OtherMethods } from './OtherMethods.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { RestoredNote } from './RestoredNote.tsx'
import { SignInFailure } from './SignInFailure.tsx'

export interface FirstStepProps {
  readonly email: string
  readonly onEmail: (email: string) => void
  /** Why the step after this one led back. */
  readonly refusal: unknown
  readonly onSecondFactor: (methods: readonly SecondFactor[]) => void
}

/** Every way to prove who one is, with the quickest for most first; that of a workspace leads when it was asked for. */
export function FirstStep({ email, onEmail, refusal, onSecondFactor }: FirstStepProps) {
  const { t } = useTranslation()
  const [search] = useSearch()
  const workspace = search.get('workspace') ?? ''
  const methods = useQuery(listMethods, workspace === '' ? undefined : { workspace }, { errors: 'page' })
  const policy = useQuery(readSignInPolicy, undefined, { errors: 'page' })
  const offers = (kind: 'password' | 'passkey') => methods.data?.some((one) => one.kind === kind)
  const offersPassword = offers('password') ?? true
  if (policy.data?.isSetUp === false) return <NotSetUp />
  const elsewhere = <OtherMethods methods={methods.data ?? []} />
  return (
    <SignInFrame
      title={t('shell.signIn.title')}
      description={t(search.has('return') ? 'shell.signIn.goOn' : 'shell.signIn.description')}
    >
      <div className="flex flex-col gap-4">
        <RestoredNote at={search.get('restored')} />
        <SignInFailure code={search.get('error')} />
        <SignInNote error={refusal} />
        {methods.data?.length === 0 && <Alert tone="warning">{t('shell.signIn.noMethods')}</Alert>}
        {workspace !== '' && elsewhere}
        {offersPassword && (
          <PasswordForm
            email={email}
            onEmail={onEmail}
            onSecondFactor={onSecondFactor}
            canReset={policy.data?.canResetPassword ?? false}
          />
        )}
        {offersPassword && (methods.data?.length ?? 0) > 1 && workspace === '' && <Or />}
        {offers('passkey') === true && <PasskeySignIn />}
        {workspace === '' && elsewhere}
        {policy.data?.canRegister === true && (
          <p className="text-center text-sm text-muted">
            {t('shell.signIn.noAccount')} <TextLink to="~/register">{t('shell.register.link')}</TextLink>
          </p>
        )}
      </div>
    </SignInFrame>
  )
}

/** Shown until the first account is set up. */
function NotSetUp() {
  const { t } = useTranslation()
  return <SignInFrame title={t('shell.setUp.open')} description={t('shell.setUp.openHelp')} />
}

function Or() {
  const { t } = useTranslation()
  return (
    <p className="flex items-center gap-3 text-xs text-subtle before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('shell.signIn.or')}
    </p>
  )
}
