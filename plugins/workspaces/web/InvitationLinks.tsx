import { Alert, Button, Modal, RelativeTime, Secret, useTranslation } from '@host/plugin-sdk'
import type { Invited } from '../shared.ts'

export interface InvitationLinksProps {
  readonly invited: readonly Invited[]
  readonly onClose: () => void
}

/** Links to hand over when the instance can't send email. They are shown only once. */
export function InvitationLinks({ invited, onClose }: InvitationLinksProps) {
  const { t } = useTranslation()
  const done = (
    <Button variant="primary" onClick={onClose}>
      {t('workspaces.invitations.done')}
    </Button>
  )
  return (
    <Modal open onClose={onClose} title={t('workspaces.invitations.links')} footer={done}>
      <div className="flex flex-col gap-4">
        <Alert tone="warning" title={t('workspaces.invitations.linksOnce')}>
          {t('workspaces.invitations.linksHelp')}
        </Alert>
        {invited.some(({ makesAccount }) => !makesAccount) && <Alert>{t('workspaces.invitations.needsAccount')}</Alert>}
        {invited.map(({ id, email, link, expiresAt }) => (
          <div key={id} className="flex min-w-0 flex-col gap-2">
            <p className="truncate text-sm font-medium">{email}</p>
            <Secret
              name={t('workspaces.invitations.linkOf', { email })}
              value={new URL(link ?? '', location.origin).href}
            />
            <p className="text-xs text-muted">
              {t('workspaces.invitations.expires')} <RelativeTime value={expiresAt} />
            </p>
          </div>
        ))}
      </div>
    </Modal>
  )
}
