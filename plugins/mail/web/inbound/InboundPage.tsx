import { useState } from 'react'
import {
  Button,
  CodeBlock,
  Confirm,
  CopyButton,
  EmptyState,
  HelpLink,
  KeyValue,
  LoadingRegion,
  PageHeader,
  Panel,
  Skeleton,
  useBreadcrumb,
  useFormat,
  useMutation,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { deleteInbound, readInbound, secretHeader, type Inbound } from '../../shared.ts'
import { RotateSecret } from './RotateSecret.tsx'

/** The endpoint by which services deliver emails over HTTP. */
export default function InboundPage() {
  const { t } = useTranslation()
  const { data: inbound } = useQuery(readInbound)
  const [isRotating, setRotating] = useState(false)
  useBreadcrumb(t('mail.inbound.title'))
  return (
    <>
      <PageHeader
        title={t('mail.inbound.title')}
        description={t('mail.inbound.description')}
        actions={<HelpLink slug="receiving-by-http" />}
      />
      {inbound === undefined && (
        <LoadingRegion>
          <Skeleton className="h-40 w-full" />
        </LoadingRegion>
      )}
      {inbound?.path === null && (
        <Panel>
          <EmptyState
            icon="webhook"
            title={t('mail.inbound.off')}
            action={
              <Button variant="primary" onClick={() => setRotating(true)}>
                {t('mail.inbound.turnOn')}
              </Button>
            }
          >
            {t('mail.inbound.offHelp')}
          </EmptyState>
        </Panel>
      )}
      {inbound !== undefined && inbound.path !== null && (
        <Endpoint inbound={inbound} url={`${location.origin}${inbound.path}`} onRotate={() => setRotating(true)} />
      )}
      {isRotating && <RotateSecret isOn={inbound?.path !== null} onClose={() => setRotating(false)} />}
    </>
  )
}

interface EndpointProps {
  readonly inbound: Inbound
  readonly url: string
  readonly onRotate: () => void
}

function Endpoint({ inbound, url, onRotate }: EndpointProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  const { rotatedAt, formerUntil } = inbound
  const since = rotatedAt === null ? [] : [{ label: t('mail.inbound.rotatedAt'), value: dateTime(rotatedAt) }]
  const until = formerUntil === null ? [] : [{ label: t('mail.inbound.formerUntil'), value: dateTime(formerUntil) }]
  return (
    <Panel
      title={t('mail.inbound.endpoint')}
      footer={
        <>
          <TurnOff />
          <Button icon="refresh-cw" onClick={onRotate}>
            {t('mail.inbound.rotate')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <KeyValue
          items={[
            {
              label: t('mail.inbound.url'),
              value: (
                <span className="flex items-center gap-1">
                  <code className="font-mono text-xs wrap-anywhere">{url}</code>
                  <CopyButton value={url} label={t('mail.inbound.copyUrl')} />
                </span>
              ),
            },
            { label: t('mail.inbound.header'), value: <code className="font-mono text-xs">{secretHeader}</code> },
            ...since,
            ...until,
          ]}
        />
        <CodeBlock language="Shell" code={example(url)} />
      </div>
    </Panel>
  )
}

/** A delivery from a shell. */
function example(url: string): string {
  return [
    `curl ${url} \\`,
    `  -H "${secretHeader}: $SECRET" \\`,
    '  -H "content-type: message/rfc822" \\',
    '  --data-binary @email.eml',
  ].join('\n')
}

function TurnOff() {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = useMutation(deleteInbound, { invalidates: [readInbound] })
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('mail.inbound.turnOff')}</Button>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('mail.inbound.turnOff')}
        confirmLabel={t('mail.inbound.turnOff')}
        variant="danger"
        onConfirm={() => mutateAsync(undefined)}
      >
        {t('mail.inbound.turnOffMeans')}
      </Confirm>
    </>
  )
}
