import { Button, useFailureToast, useMutation, useTranslation } from '@host/plugin-sdk'
import { checkProof } from '../../shared/security.ts'
import type { Security } from './FactorsPanel.tsx'
import { MethodRow } from './MethodRow.tsx'

/**
 * A provider that can still be linked. The browser goes there itself, so a proof that has grown old is renewed before it
 * leaves.
 */
export function LinkableRow({ provider: { label, loginUrl } }: { readonly provider: Security['linkable'][number] }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutation(checkProof, {
    onSuccess: () => location.assign(linkPath(loginUrl)),
    onError: useFailureToast(),
  })
  return (
    <MethodRow
      icon="link"
      title={label}
      detail={t('account.identities.notLinked')}
      actions={
        <Button
          calls={checkProof}
          aria-label={t('account.identities.linkTo', { name: label })}
          busy={isPending}
          onClick={() => mutate()}
        >
          {t('account.identities.link')}
        </Button>
      }
    />
  )
}

/**
 * The sign-in path of a provider, started for linking; always on this host, whatever host the URL names. It leads back to
 * this page, whose address names the workspace.
 */
function linkPath(loginUrl: string): string {
  const url = new URL(loginUrl, location.origin)
  url.searchParams.set('link', '1')
  url.searchParams.set('return', location.pathname)
  return url.pathname + url.search
}
