import { useState } from 'react'
import { MenuItem, Panel, RelativeTime, RowMenu, useTranslation } from '@host/plugin-sdk'
import type { Identity } from '../../shared/security.ts'
import type { Security } from './FactorsPanel.tsx'
import { LinkableRow } from './LinkableRow.tsx'
import { MethodRow } from './MethodRow.tsx'
import { UnlinkIdentity } from './UnlinkIdentity.tsx'

export interface IdentitiesPanelProps {
  readonly identities: readonly Identity[]
  readonly linkable: Security['linkable']
}

/** Linked identities of the account. Hidden on an instance without providers. */
export function IdentitiesPanel({ identities, linkable }: IdentitiesPanelProps) {
  const { t } = useTranslation()
  if (identities.length === 0 && linkable.length === 0) return null
  return (
    <Panel flush title={t('account.identities.title')} description={t('account.identities.description')}>
      <ul aria-label={t('account.identities.title')} className="divide-y divide-line border-t border-line">
        {identities.map((identity) => (
          <IdentityRow key={identity.id} identity={identity} />
        ))}
        {linkable.map((provider) => (
          <LinkableRow key={provider.id} provider={provider} />
        ))}
      </ul>
    </Panel>
  )
}

function IdentityRow({ identity }: { readonly identity: Identity }) {
  const { t } = useTranslation()
  const [isUnlinking, setUnlinking] = useState(false)
  const { label, email, createdAt } = identity
  return (
    <MethodRow
      icon="link"
      title={label}
      detail={
        <>
          {email !== null && <span>{email}</span>}
          <span>
            {t('account.identities.since')} <RelativeTime value={createdAt} />
          </span>
        </>
      }
      actions={
        <>
          <RowMenu name={label}>
            <MenuItem icon="unlink" danger onSelect={() => setUnlinking(true)}>
              {t('account.identities.unlink')}
            </MenuItem>
          </RowMenu>
          {isUnlinking && <UnlinkIdentity identity={identity} onClose={() => setUnlinking(false)} />}
        </>
      }
    />
  )
}
