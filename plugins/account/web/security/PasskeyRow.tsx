import { useState } from 'react'
import { Badge, IconButton, RelativeTime, useTranslation } from '@host/plugin-sdk'
import type { Passkey } from '../../shared.ts'
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
            <IconButton
              icon="pencil"
              label={t('account.passkeys.rename', { name })}
              onClick={() => setDoing('rename')}
            />
          )}
          <IconButton icon="trash" label={t('account.passkeys.remove', { name })} onClick={() => setDoing('remove')} />
          {doing === 'remove' && <RemovePasskey passkey={passkey} onClose={stop} />}
        </>
      }
    />
  )
}
