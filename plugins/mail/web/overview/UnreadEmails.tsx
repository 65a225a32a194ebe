import { ButtonLink, Link, Panel, useFormat, useTranslation } from '@host/plugin-sdk'
import { useUnreadMailboxes } from './unread-emails.ts'

/** As many as stand on the overview. */
const most = 5

/** Unread emails of the reader's mailboxes. */
export default function UnreadEmails() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const mailboxes = (useUnreadMailboxes() ?? []).slice(0, most)
  const all = (
    <ButtonLink to="/mail" size="compact" variant="ghost">
      {t('mail.overview.all')}
    </ButtonLink>
  )
  return (
    <Panel flush title={t('mail.overview.unread')} actions={all}>
      <ol className="divide-y divide-line border-t border-line">
        {mailboxes.map(({ id, name, unread }) => (
          <li key={id} className="flex h-10 items-center gap-3 px-4 text-sm">
            <Link to={`/mail?mailbox=${id}`} className="min-w-0 flex-1 truncate font-medium hover:underline">
              {name}
            </Link>
            <span className="tabular-nums">{number(unread)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
