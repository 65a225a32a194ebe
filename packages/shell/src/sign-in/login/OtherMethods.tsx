import type { SignInMethod } from '@host/platform-api/sign-in'
import { Icon, useSearch, useTranslation } from '@host/plugin-sdk'
import { buttonClass, safeReturnPath } from '@host/plugin-sdk/shell'

/** Ways to sign in that begin at another address, and lead back to the page that was asked for. */
export function OtherMethods({ methods }: { readonly methods: readonly SignInMethod[] }) {
  const { t } = useTranslation()
  const [search] = useSearch()
  const elsewhere = methods.flatMap(({ loginUrl, ...method }) =>
    loginUrl === undefined ? [] : [{ ...method, loginUrl: withReturn(loginUrl, search.get('return')) }],
  )
  return elsewhere.map(({ id, label, loginUrl, icon }) => (
    <a key={id} href={loginUrl} className={buttonClass('secondary')}>
      <Icon name={icon ?? 'key-round'} />
      {t('shell.signIn.with', { label })}
    </a>
  ))
}

function withReturn(loginUrl: string, wanted: string | null): string {
  const path = safeReturnPath(wanted, '')
  return path === '' ? loginUrl : `${loginUrl}${loginUrl.includes('?') ? '&' : '?'}return=${encodeURIComponent(path)}`
}
