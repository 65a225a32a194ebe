import {
  Alert,
  Badge,
  Button,
  RelativeTime,
  useFailureToast,
  useFormat,
  useMutation,
  usePermission,
  useToast,
  useTranslation,
  type BadgeTone,
} from '@host/plugin-sdk'
import { listDomainHosts, retryCertificate, type DomainHost } from '../../shared.ts'

type Certificate = NonNullable<DomainHost['certificate']>

export interface HostCertificateProps {
  readonly domainId: string
  readonly host: string
  readonly certificate: Certificate
}

const tones = { pending: 'neutral', valid: 'positive', failed: 'danger' } as const satisfies Record<
  Certificate['state'],
  BadgeTone
>

/** The state of the certificate of a host name, and why its last order failed. */
export function HostCertificate({ domainId, host, certificate }: HostCertificateProps) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { state, notAfter, nextAttemptAt, problem } = certificate
  const until = notAfter === null ? '' : date(notAfter)
  return (
    <div className="flex flex-col items-start gap-2">
      <Badge tone={tones[state]}>{t(`domains.hosts.certificate.${state}`, { date: until })}</Badge>
      {host.startsWith('*.') && (
        <p className="text-xs text-muted">{t('domains.hosts.certificate.wildcard', { name: host.slice(2) })}</p>
      )}
      {problem !== null && (
        <Alert tone="warning" title={problem.reason} action={<Retry domainId={domainId} host={host} />}>
          <span className="block text-xs wrap-anywhere">{problem.detail}</span>
          <span className="block text-xs">
            {notAfter !== null && <>{t('domains.hosts.certificate.present', { date: until })} </>}
            {nextAttemptAt !== null && (
              <>
                {t('domains.hosts.certificate.next')} <RelativeTime value={nextAttemptAt} />
              </>
            )}
          </span>
        </Alert>
      )}
    </div>
  )
}

function Retry({ domainId, host }: Pick<HostCertificateProps, 'domainId' | 'host'>) {
  const { t } = useTranslation()
  const toast = useToast()
  const onError = useFailureToast()
  const mayRetry = usePermission(retryCertificate)
  const { mutate, isPending } = useMutation(retryCertificate, {
    invalidates: [listDomainHosts],
    onSuccess: () => void toast({ tone: 'positive', title: t('domains.hosts.certificate.retried') }),
    onError,
  })
  if (!mayRetry) return null
  return (
    <Button size="compact" busy={isPending} onClick={() => mutate({ id: domainId, host })}>
      {t('domains.hosts.certificate.retry')}
    </Button>
  )
}
