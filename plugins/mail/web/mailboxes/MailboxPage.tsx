import {
  Alert,
  ButtonLink,
  HelpLink,
  LoadingRegion,
  PageHeader,
  Skeleton,
  useBreadcrumb,
  useParams,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { readMailbox, type Mailbox } from '../../shared.ts'
import { DeleteMailbox } from './DeleteMailbox.tsx'
import { MailboxForm } from './MailboxForm.tsx'
import { MailboxMembers } from './MailboxMembers.tsx'

/** Settings, members and deletion of a mailbox. */
export default function MailboxPage() {
  const { id = '' } = useParams()
  const { data: mailbox } = useQuery(readMailbox, { id }, { keepPrevious: false })
  useBreadcrumb(mailbox?.address)
  if (mailbox === undefined) {
    return (
      <LoadingRegion className="flex flex-col gap-4">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-96 w-full" />
      </LoadingRegion>
    )
  }
  return (
    <>
      <MailboxHeader mailbox={mailbox} />
      <div className="flex flex-col gap-6">
        <MailboxForm key={mailbox.id} mailbox={mailbox} />
        <MailboxMembers id={mailbox.id} />
        <DeleteMailbox mailbox={mailbox} />
      </div>
    </>
  )
}

function MailboxHeader({ mailbox }: { readonly mailbox: Mailbox }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{mailbox.address}</span>}
        actions={
          <>
            <HelpLink slug="mailboxes" />
            {mailbox.canRead && (
              <ButtonLink to={`/mail/mailboxes/${mailbox.id}/rules`}>{t('mail.rules.title')}</ButtonLink>
            )}
            <ButtonLink to={`/mail/mailboxes/${mailbox.id}/forwarding`}>{t('mail.forwarding.title')}</ButtonLink>
            {mailbox.canRead && (
              <ButtonLink to={`/mail?mailbox=${mailbox.id}`} icon="inbox">
                {t('mail.mailboxes.open')}
              </ButtonLink>
            )}
          </>
        }
      />
      {!mailbox.isReceiving && (
        <div className="mb-6">
          <Alert
            tone="warning"
            title={t('mail.mailboxes.notReceiving')}
            action={
              <ButtonLink to="/domains" size="compact">
                {t('mail.mailboxes.verify')}
              </ButtonLink>
            }
          >
            {t('mail.mailboxes.notReceivingHelp')}
          </Alert>
        </div>
      )}
    </>
  )
}
