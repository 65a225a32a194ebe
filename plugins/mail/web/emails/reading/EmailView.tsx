import { Alert, ErrorNote, FileList, LoadingRegion, Skeleton, useQuery, useTranslation } from '@host/plugin-sdk'
import { readEmail, type EmailDetails } from '../../../shared.ts'
import { EmailBody } from '../../reading/EmailBody.tsx'
import { DeliveryResults } from './DeliveryResults.tsx'
import { EmailHead } from './EmailHead.tsx'
import { EmailNotes } from './EmailNotes.tsx'

/** An email of the conversation that is unfolded. */
export function UnreadEmailView({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(readEmail, { id }, { errors: 'page', keepPrevious: false })
  if (data !== undefined) return <EmailView email={data} />
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  return (
    <LoadingRegion>
      <Skeleton className="h-24 w-full" />
    </LoadingRegion>
  )
}

/** People, body and files of an email. */
export function EmailView({ email }: { readonly email: EmailDetails }) {
  const { t } = useTranslation()
  const files = email.files.map((file) => ({ ...file, href: `/api/emails/${email.id}/attachments/${file.id}` }))
  return (
    <article className="flex flex-col gap-3">
      <EmailHead email={email} />
      {email.delivery !== null && <DeliveryResults delivery={email.delivery} />}
      <EmailNotes email={email} />
      <EmailBody email={email} />
      <FileList label={t('mail.emails.files')} files={files} />
      {files.length < email.attachments && <Alert>{t('mail.emails.moreFiles')}</Alert>}
    </article>
  )
}
