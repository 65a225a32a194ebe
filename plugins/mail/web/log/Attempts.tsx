import { CodeBlock, Timeline, useTranslation } from '@host/plugin-sdk'
import type { SendAttempt } from '../../shared.ts'

/** Connections for a message with all that was said, the newest first. */
export function Attempts({ attempts }: { readonly attempts: readonly SendAttempt[] }) {
  const { t } = useTranslation()
  return (
    <Timeline
      label={t('mail.log.attempts')}
      entries={attempts.map(({ id, at, domain, via, server, tls, transcript, results }) => ({
        id,
        at,
        icon: results.every(({ outcome }) => outcome === 'delivered') ? 'circle-check' : 'circle-alert',
        title: t('mail.log.attempt', { domain, via: viaText(via) }),
        actor: [server, tls === '' ? t('mail.log.noTls') : tls].filter((part) => part !== '').join(' · '),
        children: <CodeBlock language={t('mail.log.transcript')} code={transcript} wrap />,
      }))}
    />
  )

  function viaText(via: string): string {
    return via === 'system' || via === 'direct' || via === 'none' ? t(`mail.log.via.${via}`) : via
  }
}
