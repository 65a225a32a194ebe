import { useEffect } from 'react'
import {
  LoadingRegion,
  Skeleton,
  useListQuery,
  useNavigate,
  useSearch,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { listMailboxes } from '../../shared.ts'
import { MailHeader } from './MailHeader.tsx'
import { MailPanes } from './MailPanes.tsx'
import { NoMailbox } from './NoMailbox.tsx'

/** As many as the folders show at first. */
const mailboxPage = { limit: 100 }

/** Emails of the mailboxes that the member may read: folders, a list, and the email that is open. */
export default function MailPage() {
  useDraftsAddress()
  const mailboxes = useListQuery(listMailboxes, mailboxPage)
  const readable = mailboxes.items?.filter(({ canRead }) => canRead)
  return (
    <div className="flex h-[calc(100dvh-6rem)] min-h-96 flex-col sm:h-[calc(100dvh-7rem)]">
      <MailHeader canWrite={readable !== undefined && readable.length > 0} />
      {readable === undefined && <PanesSkeleton />}
      {readable?.length === 0 && <NoMailbox hasUnreadable={(mailboxes.items?.length ?? 0) > 0} />}
      {readable !== undefined && readable.length > 0 && <MailPanes mailboxes={readable} mailboxList={mailboxes} />}
    </div>
  )
}

MailPage.askAhead = ({ list }: AskAhead) => list(listMailboxes, mailboxPage)

/** Drafts have a page of their own; an address that names them as a folder leads there. */
function useDraftsAddress(): void {
  const [query] = useSearch()
  const navigate = useNavigate()
  const isDrafts = query.get('folder') === 'drafts'
  useEffect(() => {
    if (isDrafts) navigate('/mail/drafts', { replace: true })
  }, [isDrafts, navigate])
}

function PanesSkeleton() {
  const { t } = useTranslation()
  return (
    <LoadingRegion className="min-h-0 flex-1">
      <span className="sr-only">{t('mail.emails.title')}</span>
      <Skeleton className="h-full w-full" />
    </LoadingRegion>
  )
}
