import { useState } from 'react'
import { Badge, ErrorNote, Panel, RelativeTime, useListQuery, useTranslation } from '@host/plugin-sdk'
import { listInvitations, type Invitation, type Invited } from '../shared.ts'
import { InvitationActions } from './InvitationActions.tsx'
import { InvitationLinks } from './InvitationLinks.tsx'

/** Pending invitations; empty when there are none. */
export function InvitationList() {
  const { t } = useTranslation()
  const { items = [], error, refetch } = useListQuery(listInvitations, {}, { errors: 'list' })
  const [sent, setSent] = useState<Invited | null>(null)
  if (items.length === 0 && sent === null && error === null) return null
  return (
    <div className="mt-6">
      <Panel title={t('workspaces.invitations.title')} flush>
        <ErrorNote error={error} onRetry={() => void refetch()} />
        <ul className="divide-y divide-line">
          {items.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onLink={setSent} />
          ))}
        </ul>
      </Panel>
      {sent !== null && <InvitationLinks invited={[sent]} onClose={() => setSent(null)} />}
    </div>
  )
}

interface InvitationRowProps {
  readonly invitation: Invitation
  readonly onLink: (sent: Invited) => void
}

function InvitationRow({ invitation, onLink }: InvitationRowProps) {
  const { t } = useTranslation()
  const { email, role, invitedBy, isExpired, expiresAt } = invitation
  return (
    <li className="group flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-48 flex-1">
        <p className="truncate text-sm font-medium">{email}</p>
        <p className="text-xs text-muted">
          {t(`workspaces.role.${role}`)}
          {invitedBy !== null && ` · ${t('workspaces.invitations.by', { name: invitedBy })}`}
        </p>
      </div>
      {isExpired ? (
        <Badge tone="warning">{t('workspaces.invitations.expired')}</Badge>
      ) : (
        <span className="text-xs text-muted">
          {t('workspaces.invitations.expires')} <RelativeTime value={expiresAt} />
        </span>
      )}
      <InvitationActions invitation={invitation} onLink={onLink} />
    </li>
  )
}
