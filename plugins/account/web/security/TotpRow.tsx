import { lazy, Suspense, useState } from 'react'
import { Badge, Button, RelativeTime, useFailureToast, useMutation, useTranslation } from '@host/plugin-sdk'
import { beginTotp } from '../../shared/security.ts'
import type { Security } from './FactorsPanel.tsx'
import { MethodRow } from './MethodRow.tsx'
import { RemoveTotp } from './RemoveTotp.tsx'

const TotpDialog = lazy(async () => ({ default: (await import('./TotpDialog.tsx')).TotpDialog }))

/** The authenticator app. A second set-up changes nothing until it is confirmed. */
export function TotpRow({ totp: { isOn, since } }: { readonly totp: Security['totp'] }) {
  const { t } = useTranslation()
  const [isRemoving, setRemoving] = useState(false)
  const begin = useMutation(beginTotp, { onError: useFailureToast() })
  const remove = isOn && <Button onClick={() => setRemoving(true)}>{t('account.totp.remove')}</Button>
  return (
    <MethodRow
      icon="smartphone"
      title={t('account.totp.title')}
      state={isOn && <Badge tone="positive">{t('account.factors.on')}</Badge>}
      detail={
        since === null ? (
          t('account.totp.means')
        ) : (
          <span>
            {t('account.totp.since')} <RelativeTime value={since} />
          </span>
        )
      }
      actions={
        <>
          <Button
            calls={beginTotp}
            variant={isOn ? 'secondary' : 'primary'}
            busy={begin.isPending}
            onClick={() => begin.mutate()}
          >
            {t(isOn ? 'account.totp.replace' : 'account.totp.setUp')}
          </Button>
          {remove}
          {begin.data !== undefined && (
            <Suspense>
              <TotpDialog start={begin.data} onClose={begin.reset} />
            </Suspense>
          )}
          {isRemoving && <RemoveTotp onClose={() => setRemoving(false)} />}
        </>
      }
    />
  )
}
