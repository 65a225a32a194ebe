import { ButtonLink, EmptyState, hasRole, useSession, useTranslation } from '@host/plugin-sdk'

/** In place of the emails, for a member who may read no mailbox. */
export function NoMailbox({ hasUnreadable }: { readonly hasUnreadable: boolean }) {
  const { t } = useTranslation()
  const { role } = useSession()
  const isAdmin = hasRole(role ?? undefined, 'admin')
  const state = !isAdmin ? 'member' : hasUnreadable ? 'unreadable' : 'admin'
  return (
    <EmptyState
      title={t('mail.emails.noMailbox.title')}
      help="mailboxes"
      action={
        isAdmin && (
          <ButtonLink to={hasUnreadable ? '/mail/mailboxes' : '/mail/mailboxes?create=1'} variant="primary">
            {t(hasUnreadable ? 'mail.mailboxes.title' : 'mail.mailboxes.create')}
          </ButtonLink>
        )
      }
    >
      {t(`mail.emails.noMailbox.${state}`)}
    </EmptyState>
  )
}
