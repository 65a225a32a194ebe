import { useState } from 'react'
import { RelativeTime, useTranslation } from '@host/plugin-sdk'
import type { Token } from '../shared.ts'

/** When a token expires or has expired. */
export function TokenExpiry({ token: { expiresAt } }: { readonly token: Pick<Token, 'expiresAt'> }) {
  const { t } = useTranslation()
  const [now] = useState(() => Date.now())
  if (expiresAt === null) return <span>{t('api-tokens.noEnd')}</span>
  return (
    <span>
      {t(Date.parse(expiresAt) <= now ? 'api-tokens.expired' : 'api-tokens.expires')} <RelativeTime value={expiresAt} />
    </span>
  )
}
