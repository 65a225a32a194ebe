import {
  Button,
  CodeBlock,
  CopyButton,
  ErrorNote,
  KeyValue,
  Link,
  LoadingRegion,
  RelativeTime,
  Skeleton,
  useFormat,
  useMutation,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import {
  listDeliveries,
  readDelivery,
  replay,
  type WebhookDeliveryDetails,
  type WebhookEndpoint,
} from '../../shared.ts'
import { DeliveryState } from './DeliveryState.tsx'
import { DeliveryTries } from './DeliveryTries.tsx'
import { prettyJson } from './pretty-json.ts'

export interface DeliveryPanelProps {
  readonly endpoint: WebhookEndpoint
  readonly id: string
}

/** A delivery: the message, and each attempt with its response. */
export function DeliveryPanel({ endpoint, id }: DeliveryPanelProps) {
  const { data, error, refetch } = useQuery(
    readDelivery,
    { id: endpoint.id, deliveryId: id },
    { errors: 'page', keepPrevious: false },
  )
  if (data === undefined) {
    return error === null ? <PanelSkeleton /> : <ErrorNote error={error} onRetry={() => void refetch()} />
  }
  return <Delivery delivery={data} isEnabled={endpoint.isEnabled} />
}

function Delivery({ delivery, isEnabled }: { readonly delivery: WebhookDeliveryDetails; readonly isEnabled: boolean }) {
  const { t } = useTranslation()
  const { endpointId, body, tries, mostAttempts } = delivery
  return (
    <div className="flex flex-col gap-6">
      <DeliveryFacts delivery={delivery} />
      <Replay delivery={delivery} isEnabled={isEnabled} />
      <section aria-labelledby="tries">
        <h3 id="tries" className="mb-2 text-sm font-semibold">
          {t('webhooks.triesTitle')}
        </h3>
        <DeliveryTries key={endpointId} tries={tries} most={mostAttempts} />
      </section>
      <section aria-labelledby="sent">
        <h3 id="sent" className="mb-2 text-sm font-semibold">
          {t('webhooks.sent')}
        </h3>
        <CodeBlock language="JSON" code={prettyJson(body)} wrap />
      </section>
    </div>
  )
}

function DeliveryFacts({ delivery }: { readonly delivery: WebhookDeliveryDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, event, state, createdAt, nextTryAt } = delivery
  const code = (text: string) => <code className="font-mono text-xs wrap-anywhere">{text}</code>
  return (
    <KeyValue
      items={[
        { label: t('webhooks.state.title'), value: <DeliveryState state={state} /> },
        ...(nextTryAt === null ? [] : [{ label: t('webhooks.nextTry'), value: <RelativeTime value={nextTryAt} /> }]),
        {
          label: t('webhooks.event'),
          value: (
            <Link to={`/webhooks/events?open=${encodeURIComponent(event)}`} className="text-accent-fg underline">
              {code(event)}
            </Link>
          ),
        },
        { label: t('webhooks.made'), value: format.dateTime(createdAt) },
        {
          label: 'webhook-id',
          value: (
            <span className="inline-flex max-w-full items-center gap-1">
              {code(id)}
              <CopyButton value={id} label={t('webhooks.copyId')} />
            </span>
          ),
        },
      ]}
    />
  )
}

function Replay({ delivery, isEnabled }: { readonly delivery: WebhookDeliveryDetails; readonly isEnabled: boolean }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useMutation(replay, { invalidates: [readDelivery, listDeliveries] })
  const { id: deliveryId, endpointId, state } = delivery
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        icon="refresh-cw"
        size="compact"
        busy={isPending}
        disabledReason={isEnabled ? undefined : t('webhooks.enableFirst')}
        onClick={() => mutate({ id: endpointId, deliveryId })}
      >
        {t(state === 'waiting' ? 'webhooks.replay.now' : 'webhooks.replay.one')}
      </Button>
      <ErrorNote error={error} />
    </div>
  )
}

function PanelSkeleton() {
  return (
    <LoadingRegion className="flex flex-col gap-4">
      {Array.from({ length: 6 }, (_, line) => (
        <Skeleton key={line} className="h-5 w-full" />
      ))}
    </LoadingRegion>
  )
}
