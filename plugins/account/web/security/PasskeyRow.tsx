import { useState } from 'react'
import { Badge, MenuItem, RelativeTime, RowMenu, useTranslation } from '@host/plugin-sdk'
import type { Passkey } from '../../shared/security.ts'
import { MethodRow } from './MethodRow.tsx'
import { RemovePasskey } from './RemovePasskey.tsx'
import { RenamePasskey } from './RenamePasskey.tsx'

/** One passkey: its name, which changes in place, where it lives and when it was last used. */
export function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const { t } = useTranslation()
  const [doing, setDoing] = useState<'rename' | 'remove'>()
  const { name, createdAt, lastUsedAt, isSynced } = passkey
  const stop = () => setDoing(undefined)
  return (
    <MethodRow
      icon="key-round"
      title={doing === 'rename' ? <RenamePasskey passkey={passkey} onDone={stop} /> : name}
      state={isSynced && <Badge>{t('account.passkeys.synced')}</Badge>}
      detail={
        <>
          <span>
            {t('account.passkeys.created')} <RelativeTime value={createdAt} />
          </span>
          <span>
            {lastUsedAt === null ? (
              t('account.passkeys.neverUsed')
            ) : (
              <>
                {t('account.passkeys.lastUsed')} <RelativeTime value={lastUsedAt} />
              </>
            )}
          </span>
        </>
      }
      actions={
        <>
          {doing !== 'rename' && (
            <RowMenu name={name}>
              <MenuItem icon="pencil" onSelect={() => setDoing('rename')}>
                {t('account.passkeys.rename')}
              </MenuItem>
              <MenuItem icon="trash" danger onSelect={() => setDoing('remove')}>
                {t('account.passkeys.removeIt')}
              </MenuItem>
            </RowMenu>
          )}
          {doing === 'remove' && <RemovePasskey passkey={passkey} onClose={stop} />}
        </>
      }
    />
  )
}
