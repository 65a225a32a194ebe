import { useState } from 'react'
import { Button, EmptyState, Panel, useTranslation } from '@host/plugin-sdk'
import { beginPasskey, type Passkey } from '../../shared/security.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { PasskeyRow } from './PasskeyRow.tsx'

/** The passkeys of the account. */
export function PasskeysPanel({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const isNamed = !isAddress(location.hostname)
  const add = isNamed && (
    <Button
      calls={beginPasskey}
      icon="plus"
      disabledReason={hasWebAuthn() ? undefined : t('account.passkeys.unsupported')}
      onClick={() => setAdding(true)}
    >
      {t('account.passkeys.add')}
    </Button>
  )
  return (
    <Panel flush title={t('account.passkeys.title')} description={t('account.passkeys.description')} actions={add}>
      {passkeys.length === 0 ? (
        <EmptyState icon="fingerprint-pattern" title={t('account.passkeys.none')} help="passkeys">
          {t(isNamed ? 'account.passkeys.noneMeans' : 'account.passkeys.needsName')}
        </EmptyState>
      ) : (
        <ul aria-label={t('account.passkeys.title')} className="divide-y divide-line border-t border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
    </Panel>
  )
}

/** Browsers make passkeys for names of hosts only. */
function isAddress(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host)
}

/** Old browsers have none, nor has a page that came without TLS. */
function hasWebAuthn(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function'
}
