import { EmptyState, HelpLink, PageHeader, useListQuery, useTranslation } from '@host/plugin-sdk'
import { listMailboxes } from '../../shared.ts'

/** Mailboxes of the workspace. */
export default function MailboxesPage() {
  const { t } = useTranslation()
  const { items } = useListQuery(listMailboxes, {})
  return (
    <>
      <PageHeader
        title={t('mail.mailboxes.title')}
        description={t('mail.mailboxes.description')}
        actions={<HelpLink slug="mailboxes" />}
      />
      {items?.length === 0 && <EmptyState title={t('mail.mailboxes.none')} />}
    </>
  )
}
