import { useState } from 'react'
import { Alert, Button, useApiHref, useFailureToast, useMutation, useTranslation } from '@host/plugin-sdk'
import { allowImageSender, listImageSenders, readEmail, type EmailDetails } from '../../shared.ts'
import { EmailFrame } from './EmailFrame.tsx'
import { PlainText } from './PlainText.tsx'
import type { SafeEmail } from './sanitize-email.ts'
import { useEmailImages } from './useEmailImages.ts'
import { useSafeEmail } from './useSafeEmail.ts'

export interface EmailBodyProps {
  /** Untrusted, as the endpoint answers it; without HTML its text is shown. */
  readonly email: Pick<EmailDetails, 'id' | 'html' | 'text' | 'files' | 'remoteImages'>
}

/** The body of an email. Its HTML is sanitized and shown in a frame that runs and loads nothing. */
export function EmailBody({ email: { id: emailId, html, text, files, remoteImages } }: EmailBodyProps) {
  const [plain, setPlain] = useState<string>()
  const isPlain = html === null || plain === emailId
  return isPlain ? (
    <PlainText text={text} onHtml={html === null ? undefined : () => setPlain(undefined)} />
  ) : (
    <HtmlBody {...{ emailId, html, files, remoteImages }} onPlain={() => setPlain(emailId)} />
  )
}

interface HtmlBodyProps extends Pick<EmailDetails, 'files' | 'remoteImages'> {
  readonly emailId: string
  readonly html: string
  readonly onPlain: () => void
}

function HtmlBody({ emailId, html, files, remoteImages, onPlain }: HtmlBodyProps) {
  const { t } = useTranslation()
  // Of one email: the next one has its images off again, in the same frame.
  const [shownOf, setShownOf] = useState<string>()
  const showsRemote = remoteImages === 'allowed' || shownOf === emailId
  const [target, setTarget] = useState('')
  const { email, onReady } = useSafeEmail(html)
  const failed = useEmailImages({ emailId, email, files, showsRemote })
  return (
    <div className="flex flex-col gap-3">
      {email !== undefined && (
        <Notices
          {...{ emailId, email, showsRemote, failed, mayAllow: remoteImages === 'allowable' }}
          onShow={() => setShownOf(emailId)}
        />
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
  readonly mayAllow: boolean
  readonly onShow: () => void
}

function Notices({ emailId, email: { remote, isCut }, showsRemote, failed, mayAllow, onShow }: NoticesProps) {
  const { t } = useTranslation()
  const apiHref = useApiHref()
  const isBlocking = remote.size > 0 && !showsRemote
  return (
    <>
      {isBlocking && (
        <Alert
          action={
            <span className="flex shrink-0 flex-col gap-2 sm:flex-row">
              <Button size="compact" onClick={onShow}>
                {t('mail.reading.showImages')}
              </Button>
              {mayAllow && <AllowButton emailId={emailId} />}
            </span>
          }
        >
          {t('mail.reading.imagesBlocked', { count: remote.size })}
        </Alert>
      )}
      {showsRemote && failed > 0 && <Alert>{t('mail.reading.imagesFailed', { count: failed })}</Alert>}
      {isCut && (
        <Alert
          action={
            <a
              download
              className="font-medium underline"
              href={apiHref(`/api/emails/${encodeURIComponent(emailId)}/raw`)}
            >
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

function AllowButton({ emailId }: { readonly emailId: string }) {
  const { t } = useTranslation()
  const allow = useMutation(allowImageSender, {
    invalidates: [readEmail, listImageSenders],
    onError: useFailureToast(),
  })
  return (
    <Button size="compact" busy={allow.isPending} onClick={() => allow.mutate({ emailId })}>
      {t('mail.reading.allowSender')}
    </Button>
  )
}
