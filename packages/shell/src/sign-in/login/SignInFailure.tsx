import { Alert, useTranslation } from '@host/plugin-sdk'

/** What a way to sign in that begins elsewhere can come back with; anything else is told in general words. */
const told: ReadonlySet<string> = new Set([
  'sso_denied',
  'sso_expired',
  'sso_unavailable',
  'sso_not_linked',
  'sso_no_account',
  'sso_no_email',
  'sso_not_member',
])

/** Says why a sign-in that began elsewhere failed, and what to do now. */
export function SignInFailure({ code }: { readonly code: string | null }) {
  const { t } = useTranslation()
  if (code === null) return null
  const known = told.has(code) ? code : 'sso_failed'
  return (
    <Alert tone="danger" title={t(`shell.signIn.failed.${known}.title`)}>
      {t(`shell.signIn.failed.${known}.nextStep`)}
    </Alert>
  )
}
