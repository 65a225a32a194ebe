import { useState } from 'react'
import {
  Alert,
  Button,
  Form,
  hasRole,
  Modal,
  useFormat,
  useMutation,
  useSession,
  useTranslation,
} from '@host/plugin-sdk'
import { askReview, listLinks, readLink, type Link } from '../../shared.ts'

/** What stops a link, or its target, above its pages. */
export function LinkNotices({ link }: { readonly link: Link }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { quarantine, targetDeadSince } = link
  if (quarantine === null && targetDeadSince === null) return null
  return (
    <div className="mb-4 flex flex-col gap-3">
      {quarantine !== null && <QuarantineNotice id={link.id} quarantine={quarantine} />}
      {targetDeadSince !== null && (
        <Alert tone="warning" title={t('links.dead.title')}>
          {t('links.dead.help', { date: format.date(targetDeadSince) })}
        </Alert>
      )}
    </div>
  )
}

interface QuarantineNoticeProps {
  readonly id: string
  readonly quarantine: NonNullable<Link['quarantine']>
}

function QuarantineNotice({ id, quarantine: { reason, note, reviewAskedAt } }: QuarantineNoticeProps) {
  const { t } = useTranslation()
  const { role } = useSession()
  const [isAsking, setAsking] = useState(false)
  const mayAsk = reviewAskedAt === null && hasRole(role ?? undefined, 'admin')
  return (
    <Alert
      tone="danger"
      title={t('links.quarantine.title')}
      action={
        mayAsk && (
          <Button size="compact" onClick={() => setAsking(true)}>
            {t('links.quarantine.ask')}
          </Button>
        )
      }
    >
      <p>{t(`links.quarantine.reason.${reason}`)}</p>
      {note !== '' && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
      {reviewAskedAt !== null && <p>{t('links.quarantine.asked')}</p>}
      {isAsking && <AskReview id={id} onClose={() => setAsking(false)} />}
    </Alert>
  )
}

function AskReview({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(askReview, { invalidates: [readLink, listLinks], onSuccess: onClose })
  return (
    <Modal open onClose={onClose} title={t('links.quarantine.ask')} size="small">
      <Form
        source={askReview}
        fields={{
          text: {
            label: t('links.quarantine.text'),
            hint: t('links.quarantine.textHint'),
            control: 'textarea',
            required: true,
          },
        }}
        onSubmit={(input) => mutateAsync({ ...input, id })}
        submitLabel={t('links.quarantine.send')}
        onCancel={onClose}
      />
    </Modal>
  )
}
