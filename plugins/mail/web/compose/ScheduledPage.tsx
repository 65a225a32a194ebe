import { useState } from 'react'
import {
  ButtonLink,
  EmptyState,
  ErrorNote,
  HelpLink,
  MenuItem,
  PageHeader,
  RowList,
  RowMenu,
  useBreadcrumb,
  useFormat,
  useListQuery,
  useMutation,
  useNavigate,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import { listDrafts, listEmails, listScheduled, rescheduleEmail, undoSend, type ScheduledEmail } from '../../shared.ts'
import { ChooseTime } from './ComposerBar.tsx'
import { draftPath } from './open-composer.ts'
import { writeRecipient } from './parse-recipients.ts'

/** Emails that wait for their time, the next first. */
export default function ScheduledPage() {
  const { t } = useTranslation()
  useBreadcrumb(t('mail.scheduled.title'))
  const emails = useListQuery(listScheduled, {}, { errors: 'list' })
  return (
    <>
      <PageHeader
        title={t('mail.scheduled.title')}
        description={t('mail.scheduled.description')}
        actions={
          <>
            <HelpLink slug="writing-emails" />
            <ButtonLink to="/mail/drafts">{t('mail.drafts.title')}</ButtonLink>
          </>
        }
      />
      <RowList
        list={emails}
        rowKey={({ emailId }) => emailId}
        empty={<EmptyState title={t('mail.scheduled.none')}>{t('mail.scheduled.noneHelp')}</EmptyState>}
      >
        {(email) => <ScheduledRow email={email} />}
      </RowList>
    </>
  )
}

function ScheduledRow({ email: { emailId, subject, to, sendAt } }: { readonly email: ScheduledEmail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const navigate = useNavigate()
  const [isChoosing, setChoosing] = useState(false)
  const invalidates = [listScheduled, listDrafts, listEmails]
  const cancel = useMutation(undoSend, {
    invalidates,
    onSuccess({ draftId }) {
      toast({ title: t('mail.scheduled.canceled') })
      if (draftId !== null) navigate(draftPath(draftId))
    },
  })
  const change = useMutation(rescheduleEmail, { invalidates })
  const title = subject === '' ? t('mail.drafts.noSubject') : subject
  return (
    <li className="group flex flex-wrap items-center gap-3 py-2">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block truncate font-medium">{title}</span>
        <span className="block truncate text-sm text-muted">
          {format.dateTime(sendAt)} · {to.map(writeRecipient).join(', ')}
        </span>
      </span>
      <RowMenu name={title} busy={change.isPending || cancel.isPending}>
        <MenuItem calls={rescheduleEmail} icon="clock" onSelect={() => setChoosing(true)}>
          {t('mail.scheduled.change')}
        </MenuItem>
        <MenuItem calls={undoSend} icon="x" onSelect={() => cancel.mutate({ id: emailId })}>
          {t('mail.scheduled.cancel')}
        </MenuItem>
      </RowMenu>
      <ErrorNote error={cancel.error ?? change.error} />
      {isChoosing && (
        <ChooseTime
          calls={rescheduleEmail}
          onClose={() => setChoosing(false)}
          onChosen={(scheduledAt) => change.mutate({ id: emailId, scheduledAt })}
        />
      )}
    </li>
  )
}
