import { Alert, useTranslation } from '@host/plugin-sdk'

/** Error codes of an external sign-in; any other is reported in general words. */
const explained: ReadonlySet<string> = new Set([
  'sso_denied',
  'sso_expired',
  'sso_unavailable',
  'sso_not_linked',
  'sso_no_account',
  'sso_no_email',
  'sso_not_member',
])

/** Reports why an external sign-in failed, and the next step. */
export function SignInFailure({ code }: { readonly code: string | null }) {
  const { t } = useTranslation()
  if (code === null) return null
  const known = explained.has(code) ? code : 'sso_failed'
  return (
    <Alert tone="danger" title={t(`shell.signIn.failed.${known}.title`)}>
      {t(`shell.signIn.failed.${known}.nextStep`)}
    </Alert>
  )
}
