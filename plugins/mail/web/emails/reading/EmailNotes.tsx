import { Alert, useTranslation } from '@host/plugin-sdk'
import type { EmailDetails } from '../../../shared.ts'
import { failedCheck } from './sender-check.ts'
import { senderWarnings, type SenderWarning } from './sender-warnings.ts'

/** What a reader should know before trusting an email: failed checks, a look-alike sender, and parts that are missing. */
export function EmailNotes({ email }: { readonly email: EmailDetails }) {
  const warnings = email.from === null || email.direction === 'out' ? [] : senderWarnings(email.from, email.replyTo)
  return (
    <>
      <FailedCheckNote email={email} />
      {warnings.map((warning) => (
        <WarningNote key={warning.kind} warning={warning} address={email.from?.address ?? ''} />
      ))}
      <ParseNote email={email} />
    </>
  )
}

/** Why the email is in spam, as its mailbox and the domain of its sender decide. */
function FailedCheckNote({ email }: { readonly email: EmailDetails }) {
  const { t } = useTranslation()
  const failed = failedCheck(email.checks, email.folder)
  if (failed === undefined) return null
  const { domain, policy, isSpam } = failed
  const place = isSpam && policy !== 'none' ? 'spam' : 'kept'
  return (
    <Alert tone="danger" title={t('mail.emails.failed.title')}>
      {t(`mail.emails.failed.${place}.${policy}`, { domain })}
    </Alert>
  )
}

interface WarningNoteProps {
  readonly warning: SenderWarning
  /** The address that the email really states. */
  readonly address: string
}

const imitations: ReadonlySet<SenderWarning['kind']> = new Set(['name-is-address', 'mixed-scripts', 'look-alike'])

function WarningNote({ warning, address }: WarningNoteProps) {
  const { t } = useTranslation()
  const tone = imitations.has(warning.kind) ? 'danger' : 'warning'
  return (
    <Alert tone={tone} title={t(`mail.emails.warning.${warning.kind}.title`)}>
      {t(`mail.emails.warning.${warning.kind}.text`, { address, ...warning })}
    </Alert>
  )
}

/** Problems that the reader may notice, among those that the parser states. */
const told = [
  'unknown-charset',
  'invalid-encoding',
  'truncated',
  'body-cut',
  'several-from',
  'attachments-cut',
] as const

function ParseNote({ email }: { readonly email: EmailDetails }) {
  const { t } = useTranslation()
  if (email.parse !== 'complete') {
    return (
      <Alert tone="warning" title={t('mail.emails.parse.title')}>
        {t(`mail.emails.parse.limit.${email.parse}`)} {t('mail.emails.parse.help')}
      </Alert>
    )
  }
  const problems = told.filter((problem) => email.problems.includes(problem))
  if (problems.length === 0) return null
  return (
    <Alert tone="warning" title={t('mail.emails.problem.title')}>
      {problems.map((problem) => (
        <p key={problem}>{t(`mail.emails.problem.${problem}`)}</p>
      ))}
    </Alert>
  )
}
