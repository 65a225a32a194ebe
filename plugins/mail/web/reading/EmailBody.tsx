import { useState } from 'react'
import { Alert, Button, useTranslation } from '@host/plugin-sdk'
import type { EmailDetails } from '../../shared.ts'
import { EmailFrame } from './EmailFrame.tsx'
import { PlainText } from './PlainText.tsx'
import type { SafeEmail } from './sanitize-email.ts'
import { useEmailImages } from './useEmailImages.ts'
import { useSafeEmail } from './useSafeEmail.ts'

export interface EmailBodyProps {
  readonly emailId: string
  /** Untrusted, as the endpoint answers it; null shows the text. */
  readonly html: string | null
  readonly text: string
  readonly files: EmailDetails['files']
}

/** The body of an email. Its HTML is sanitized and shown in a frame that runs and loads nothing. */
export function EmailBody({ emailId, html, text, files }: EmailBodyProps) {
  const [plain, setPlain] = useState<string>()
  const isPlain = html === null || plain === emailId
  return isPlain ? (
    <PlainText text={text} onHtml={html === null ? undefined : () => setPlain(undefined)} />
  ) : (
    <HtmlBody {...{ emailId, html, files }} onPlain={() => setPlain(emailId)} />
  )
}

interface HtmlBodyProps extends Pick<EmailBodyProps, 'emailId' | 'files'> {
  readonly html: string
  readonly onPlain: () => void
}

function HtmlBody({ emailId, html, files, onPlain }: HtmlBodyProps) {
  const { t } = useTranslation()
  // Of one email: the next one has its images off again, in the same frame.
  const [shownOf, setShownOf] = useState<string>()
  const showsRemote = shownOf === emailId
  const [target, setTarget] = useState('')
  const { email, onReady } = useSafeEmail(html)
  const failed = useEmailImages({ emailId, email, files, showsRemote })
  return (
    <div className="flex flex-col gap-3">
      {email !== undefined && (
        <Notices {...{ emailId, email, showsRemote, failed }} onShow={() => setShownOf(emailId)} />
      )}
      <EmailFrame email={email} label={t('mail.reading.body')} onReady={onReady} onTarget={setTarget} />
      <div className="flex min-h-8 items-center gap-3">
        <p data-link-target className="min-w-0 flex-1 truncate text-xs text-muted">
          {target}
        </p>
        <Button size="compact" variant="ghost" onClick={onPlain}>
          {t('mail.reading.showText')}
        </Button>
      </div>
    </div>
  )
}

interface NoticesProps {
  readonly emailId: string
  readonly email: SafeEmail
  readonly showsRemote: boolean
  readonly failed: number
  readonly onShow: () => void
}

function Notices({ emailId, email: { remote, isCut }, showsRemote, failed, onShow }: NoticesProps) {
  const { t } = useTranslation()
  const isBlocking = remote.size > 0 && !showsRemote
  return (
    <>
      {isBlocking && (
        <Alert
          action={
            <Button size="compact" onClick={onShow}>
              {t('mail.reading.showImages')}
            </Button>
          }
        >
          {t('mail.reading.imagesBlocked', { count: remote.size })}
        </Alert>
      )}
      {showsRemote && failed > 0 && <Alert>{t('mail.reading.imagesFailed', { count: failed })}</Alert>}
      {isCut && (
        <Alert
          action={
            <a download className="font-medium underline" href={`/api/emails/${encodeURIComponent(emailId)}/raw`}>
              {t('mail.reading.download')}
            </a>
          }
        >
          {t('mail.reading.cut')}
        </Alert>
      )}
    </>
  )
}
