import { Alert, ErrorNote, useTranslation } from '@host/plugin-sdk'
import { PasskeyRefusal } from './ask-passkey.ts'

/** Why a try to sign in or to prove oneself failed; nothing while `error` is null. */
export function SignInNote({ error }: { readonly error: unknown }) {
  const { t } = useTranslation()
  if (!(error instanceof PasskeyRefusal)) return <ErrorNote error={error} />
  return (
    <Alert tone="warning" title={t(`shell.passkey.${error.reason}`)}>
      {t('shell.passkey.otherWay')}
    </Alert>
  )
}
