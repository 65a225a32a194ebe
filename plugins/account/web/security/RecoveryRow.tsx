import { lazy, Suspense, useState } from 'react'
import { Badge, Button, useTranslation } from '@host/plugin-sdk'
import { renewRecoveryCodes } from '../../shared/security.ts'
import { MethodRow } from './MethodRow.tsx'

const RenewCodes = lazy(async () => ({ default: (await import('./RenewCodes.tsx')).RenewCodes }))

/** From here on it is time for new ones. */
const few = 3

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryRow({ left }: { readonly left: number }) {
  const { t } = useTranslation()
  const [isRenewing, setRenewing] = useState(false)
  return (
    <MethodRow
      icon="life-buoy"
      title={t('account.codes.title')}
      state={<Badge tone={left <= few ? 'warning' : 'neutral'}>{t('account.codes.left', { count: left })}</Badge>}
      detail={t('account.codes.means')}
      actions={
        <>
          <Button calls={renewRecoveryCodes} onClick={() => setRenewing(true)}>
            {t('account.codes.renew')}
          </Button>
          {isRenewing && (
            <Suspense>
              <RenewCodes onClose={() => setRenewing(false)} />
            </Suspense>
          )}
        </>
      }
    />
  )
}
