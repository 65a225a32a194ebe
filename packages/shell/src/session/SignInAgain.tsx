import { useState, type SubmitEvent } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  LoadingRegion,
  PasswordInput,
  Skeleton,
  useQuery,
  useTranslation,
  type Me,
} from '@host/plugin-sdk'
import { buttonClass } from '@host/plugin-sdk/shell'
import { listMethods } from '../sign-in/endpoints.ts'
import { TopDialog } from '../frame/TopDialog.tsx'
import { useLatePart } from '../frame/useLatePart.ts'
import type { SecondFactorFormProps } from '../sign-in/SecondFactorForm.tsx'
import { useSignInAgain } from './useSignInAgain.ts'

const loadSecondFactor = async () => ({ default: (await import('../sign-in/SecondFactorForm.tsx')).SecondFactorForm })

/**
 * Stands over a page with unsaved changes whose session has ended. The page stays as it is until its reader is back,
 * signed in here or in another tab, or gives it up. Part of the frame and no chunk of its own, but for the second
 * factor: the moment at which something may be lost is none to fetch code.
 */
export function SignInAgain({ me: { user } }: { readonly me: Me }) {
  const { t } = useTranslation()
  const methods = useQuery(listMethods, undefined, { errors: 'page' })
  const offersPassword = methods.data?.some(({ kind }) => kind === 'password') ?? true
  const { isBusy, error, signIn, factors, goOn, beginAgain, discard } = useSignInAgain(user.email)
  return (
    <TopDialog label={t('shell.lapsed.title')}>
      <div className="flex flex-col gap-4 bg-raised p-5">
        <div>
          <h2 className="text-lg font-semibold">{t('shell.lapsed.title')}</h2>
          <p className="mt-1 text-sm text-muted">{t('shell.lapsed.help', { email: user.email })}</p>
        </div>
        {factors.length > 0 && <SecondFactor methods={factors} onProven={goOn} onExpired={beginAgain} />}
        {offersPassword && factors.length === 0 && (
          <PasswordAgain email={user.email} isBusy={isBusy} error={error} onSubmit={signIn} />
        )}
        <div className="flex flex-col gap-2 border-t border-line pt-4">
          <a href="/login" target="_blank" rel="noopener" className={buttonClass('secondary')}>
            {t('shell.lapsed.elsewhere')}
          </a>
          <p className="text-xs text-subtle">{t('shell.lapsed.elsewhereHelp')}</p>
        </div>
        <Button variant="ghost" onClick={discard}>
          {t('shell.lapsed.discard')}
        </Button>
      </div>
    </TopDialog>
  )
}

/** Comes when the password was right; where it is lost, the other tab is still a way. */
function SecondFactor(props: SecondFactorFormProps) {
  const { Part, error, retry } = useLatePart(loadSecondFactor)
  if (Part !== undefined) return <Part {...props} />
  if (error !== null) return <ErrorNote error={error} onRetry={retry} />
  return (
    <LoadingRegion>
      <Skeleton className="h-16 w-full" />
    </LoadingRegion>
  )
}

interface PasswordAgainProps {
  readonly email: string
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSubmit: (password: string) => void
}

function PasswordAgain({ email, isBusy, error, onSubmit }: PasswordAgainProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (password !== '') onSubmit(password)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <Field
        label={t('shell.signIn.password')}
        error={isChecked && password === '' ? t('shell.signIn.passwordMissing') : undefined}
        required
      >
        <PasswordInput
          autoFocus
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <ErrorNote error={error} />
      <Button type="submit" variant="primary" busy={isBusy}>
        {t('shell.lapsed.submit')}
      </Button>
    </form>
  )
}
