import { EmptyState, HelpLink, PageHeader, useListQuery, useTranslation } from '@host/plugin-sdk'
import { listEmails } from '../../shared.ts'

/** Emails of the mailboxes that the member may read. */
export default function MailPage() {
  const { t } = useTranslation()
  const { items } = useListQuery(listEmails, { folder: 'inbox' })
  return (
    <>
      <PageHeader title={t('mail.emails.title')} actions={<HelpLink slug="mailboxes" />} />
      {items?.length === 0 && <EmptyState title={t('mail.emails.none')} />}
    </>
  )
}
