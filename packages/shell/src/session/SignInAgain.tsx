import type { ReactNode } from 'react'
import { listMethods } from '@host/platform-api/sign-in'
import { Button, ErrorNote, LoadingRegion, Skeleton, useQuery, useTranslation, type Me } from '@host/plugin-sdk'
import { buttonClass, dialogClass } from '@host/plugin-sdk/shell'
import { canUsePasskeys } from '../sign-in/ask-passkey.ts'
import { TopDialog } from '../frame/TopDialog.tsx'
import { useLatePart } from '../frame/useLatePart.ts'
import type { SecondFactorFormProps } from '../sign-in/SecondFactorForm.tsx'
import { PasswordAgain } from './PasswordAgain.tsx'
import { useReturnFromElsewhere } from './useReturnFromElsewhere.ts'
import { useSignInAgain } from './useSignInAgain.ts'

const loadSecondFactor = async () => ({ default: (await import('../sign-in/SecondFactorForm.tsx')).SecondFactorForm })

export interface SignInAgainProps {
  readonly me: Me
  /** Whether rights in the workspace were changed. */
  readonly isRevoked: boolean
}

/**
 * Covers a page whose session has ended. The page stays unchanged and unreadable until its user is signed in again,
 * here or in another tab, or discards it. Part of the frame's chunk, except for the second factor and passkeys: when
 * data may be lost, a chunk must not have to be fetched.
 */
export function SignInAgain({ me: { user, workspace }, isRevoked }: SignInAgainProps) {
  const { t } = useTranslation()
  const methods = useQuery(listMethods, workspace === null ? {} : { workspace: workspace.slug }, { errors: 'page' })
  const offers = (kind: 'password' | 'passkey' | 'oidc') => methods.data?.some((one) => one.kind === kind)
  const { isBusy, error, signIn, signInByPasskey, factors, goOn, beginAgain, discard } = useSignInAgain(user.email)
  useReturnFromElsewhere()
  const leave = <Button onClick={discard}>{t('shell.lapsed.discard')}</Button>
  return (
    <TopDialog
      title={t(isRevoked ? 'shell.lapsed.revoked' : 'shell.lapsed.title')}
      description={t(isRevoked ? 'shell.lapsed.revokedHelp' : 'shell.lapsed.help', {
        email: user.email,
        name: workspace?.name ?? '',
      })}
      hidesPage
    >
      {factors.length > 0 ? (
        <div className="flex flex-col gap-4">
          <SecondFactor methods={factors} onProven={goOn} onExpired={beginAgain} />
          <div className={dialogClass.actions}>{leave}</div>
        </div>
      ) : (
        <PasswordAgain
          email={user.email}
          isOffered={offers('password') ?? true}
          isBusy={isBusy}
          error={error}
          onSubmit={signIn}
          leave={leave}
        >
          {offers('passkey') === true && canUsePasskeys() && (
            <Button variant="ghost" size="compact" icon="key-round" disabled={isBusy} onClick={signInByPasskey}>
              {t('shell.passkey.use')}
            </Button>
          )}
          <Elsewhere slug={offers('oidc') === true ? workspace?.slug : undefined} />
        </PasswordAgain>
      )}
    </TopDialog>
  )
}

/** A sign-in that leads away from here, such as single sign-on, goes through another tab, and this page waits. */
function Elsewhere({ slug }: { readonly slug: string | undefined }): ReactNode {
  const { t } = useTranslation()
  const address = slug === undefined ? '/login' : `/login?workspace=${encodeURIComponent(slug)}`
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={buttonClass('ghost', 'compact')}>
      {t('shell.lapsed.elsewhere')}
    </a>
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
