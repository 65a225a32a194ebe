import { useState } from 'react'
import {
  Badge,
  Button,
  Confirm,
  CopyButton,
  HelpLink,
  KeyValue,
  LoadingRegion,
  PageHeader,
  Panel,
  RelativeTime,
  Skeleton,
  useBreadcrumb,
  useMutation,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { deleteProvider, listProviders, providerUser, rotateProvider, type ProviderHook } from '../../shared.ts'
import { ConnectProvider } from './ConnectProvider.tsx'

/** Mail services that report bounces and complaints. */
export default function ProvidersPage() {
  const { t } = useTranslation()
  const { data } = useQuery(listProviders)
  const [connected, setConnected] = useState<ProviderHook>()
  useBreadcrumb(t('mail.providers.title'))
  return (
    <>
      <PageHeader
        title={t('mail.providers.title')}
        description={t('mail.providers.description')}
        actions={<HelpLink slug="suppressions" />}
      />
      {data === undefined ? (
        <LoadingRegion>
          <Skeleton className="h-40 w-full" />
        </LoadingRegion>
      ) : (
        <div className="flex flex-col gap-6">
          {data.items.map((hook) => (
            <ProviderPanel key={hook.provider} hook={hook} onConnect={() => setConnected(hook)} />
          ))}
        </div>
      )}
      {connected !== undefined && <ConnectProvider hook={connected} onClose={() => setConnected(undefined)} />}
    </>
  )
}

interface ProviderPanelProps {
  readonly hook: ProviderHook
  readonly onConnect: () => void
}

function ProviderPanel({ hook, onConnect }: ProviderPanelProps) {
  const { t } = useTranslation()
  const { provider, path } = hook
  const isOn = path !== null
  return (
    <Panel
      title={t(`mail.providers.${provider}.title`)}
      footer={
        <>
          {isOn && <TurnOff hook={hook} />}
          <Button calls={rotateProvider} {...(isOn && { icon: 'refresh-cw' })} onClick={onConnect}>
            {t(isOn ? 'mail.providers.change' : 'mail.providers.connect')}
          </Button>
        </>
      }
    >
      {isOn ? (
        <ProviderFacts hook={hook} url={`${location.origin}${path}`} />
      ) : (
        <p className="text-sm text-muted">{t(`mail.providers.${provider}.help`)}</p>
      )}
    </Panel>
  )
}

function ProviderFacts({ hook, url }: { readonly hook: ProviderHook; readonly url: string }) {
  const { t } = useTranslation()
  const { provider, topic, isConfirmed, lastAt } = hook
  const code = (text: string) => <code className="font-mono text-xs wrap-anywhere">{text}</code>
  const own =
    provider === 'ses'
      ? [{ label: t('mail.providers.topic'), value: code(topic ?? '') }]
      : [{ label: t('mail.providers.user'), value: code(providerUser) }]
  return (
    <KeyValue
      items={[
        {
          label: t('mail.providers.url'),
          value: (
            <span className="flex items-center gap-1">
              {code(url)}
              <CopyButton value={url} label={t('mail.providers.copyUrl')} />
            </span>
          ),
        },
        ...own,
        {
          label: t('mail.providers.state'),
          value: (
            <Badge tone={isConfirmed ? 'positive' : 'warning'} dot>
              {t(isConfirmed ? 'mail.providers.ready' : 'mail.providers.waiting')}
            </Badge>
          ),
        },
        {
          label: t('mail.providers.lastAt'),
          value: lastAt === null ? t('mail.providers.never') : <RelativeTime value={lastAt} />,
        },
      ]}
    />
  )
}

function TurnOff({ hook: { provider } }: { readonly hook: ProviderHook }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = useMutation(deleteProvider, { invalidates: [listProviders] })
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('mail.providers.turnOff')}</Button>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('mail.providers.turnOff')}
        confirmLabel={t('mail.providers.turnOff')}
        variant="danger"
        onConfirm={() => mutateAsync({ provider })}
      >
        {t('mail.providers.turnOffMeans')}
      </Confirm>
    </>
  )
}
