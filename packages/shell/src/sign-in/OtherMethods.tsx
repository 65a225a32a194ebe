import { Icon, useTranslation } from '@host/plugin-sdk'
import { buttonClass } from '@host/plugin-sdk/shell'
import type { SignInMethod } from '../endpoints.ts'

export interface OtherMethodsProps {
  readonly methods: readonly SignInMethod[]
  /** Whether the password form stands above. */
  readonly afterPassword: boolean
}

/** Ways to sign in that begin at another address. */
export function OtherMethods({ methods, afterPassword }: OtherMethodsProps) {
  const { t } = useTranslation()
  const elsewhere = methods.flatMap(({ loginUrl, ...method }) =>
    loginUrl === undefined ? [] : [{ ...method, loginUrl }],
  )
  if (elsewhere.length === 0) return null
  return (
    <>
      {afterPassword && (
        <p className="flex items-center gap-3 text-xs text-subtle before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t('shell.signIn.or')}
        </p>
      )}
      {elsewhere.map(({ id, label, loginUrl, icon }) => (
        <a key={id} href={loginUrl} className={buttonClass('secondary')}>
          <Icon name={icon ?? 'key-round'} />
          {t('shell.signIn.with', { label })}
        </a>
      ))}
    </>
  )
}
