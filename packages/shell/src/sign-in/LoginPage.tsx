import { useState, type SubmitEvent } from 'react'
import {
  Alert,
  Button,
  ErrorNote,
  Field,
  Input,
  PasswordInput,
  useQuery,
  useSearch,
  useTranslation,
} from '@host/plugin-sdk'
import { listMethods, login } from '../endpoints.ts'
import { OtherMethods } from './OtherMethods.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { useSignIn } from './useSignIn.ts'

/** Where everybody comes in. */
export default function LoginPage() {
  const { t } = useTranslation()
  const [search] = useSearch()
  const methods = useQuery(listMethods, undefined, { errors: 'page' })
  const offersPassword = methods.data?.some(({ kind }) => kind === 'password') ?? true
  return (
    <SignInFrame
      title={t('shell.signIn.title')}
      description={t(search.has('return') ? 'shell.signIn.goOn' : 'shell.signIn.description')}
    >
      <div className="flex flex-col gap-4">
        {methods.data?.length === 0 && <Alert tone="warning">{t('shell.signIn.noMethods')}</Alert>}
        {offersPassword && <PasswordForm />}
        <OtherMethods methods={methods.data ?? []} afterPassword={offersPassword} />
      </div>
    </SignInFrame>
  )
}

function PasswordForm() {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { signIn, isBusy, error } = useSignIn(login)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (!isBusy && email.trim() !== '' && password !== '') void signIn({ email: email.trim(), password })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label={t('shell.signIn.email')}
        error={isChecked && email.trim() === '' ? t('shell.signIn.emailMissing') : undefined}
        required
      >
        <Input
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field
        label={t('shell.signIn.password')}
        error={isChecked && password === '' ? t('shell.signIn.passwordMissing') : undefined}
        required
      >
        <PasswordInput
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <ErrorNote error={error} />
      <Button type="submit" variant="primary" busy={isBusy} className="mt-1 w-full">
        {t('shell.signIn.submit')}
      </Button>
    </form>
  )
}
