import { Form, Modal, useMutation, useTranslation, type EndpointOutput } from '@host/plugin-sdk'
import {
  changeEndpoint,
  createEndpoint,
  everyEvent,
  listEndpoints,
  readEndpoint,
  type WebhookEndpoint,
} from '../../shared.ts'
import { EventPicker } from './EventPicker.tsx'

export interface EndpointDialogProps {
  /** The endpoint that is changed; a new one when left out. */
  readonly endpoint?: WebhookEndpoint
  readonly onClose: () => void
  readonly onMade?: NewEndpointProps['onMade']
}

interface NewEndpointProps {
  readonly onClose: () => void
  readonly onMade: ((made: EndpointOutput<typeof createEndpoint>) => void) | undefined
}

/** Where events go, which, and how fast. */
export function EndpointDialog({ endpoint, onClose, onMade }: EndpointDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      open
      onClose={onClose}
      title={t(endpoint === undefined ? 'webhooks.add' : 'webhooks.edit')}
      description={t('webhooks.formHelp')}
    >
      {endpoint === undefined ? (
        <NewEndpoint onClose={onClose} onMade={onMade} />
      ) : (
        <ChangedEndpoint endpoint={endpoint} onClose={onClose} />
      )}
    </Modal>
  )
}

function NewEndpoint({ onClose, onMade }: NewEndpointProps) {
  const { t } = useTranslation()
  const fields = useEndpointFields()
  const { mutateAsync } = useMutation(createEndpoint, {
    invalidates: [listEndpoints],
    onSuccess: (made) => {
      onClose()
      onMade?.(made)
    },
  })
  return (
    <Form
      source={createEndpoint}
      fields={fields}
      values={{ events: [everyEvent], concurrency: 4 }}
      onSubmit={mutateAsync}
      submitLabel={t('webhooks.add')}
      onCancel={onClose}
    />
  )
}

function ChangedEndpoint({ endpoint, onClose }: { readonly endpoint: WebhookEndpoint; readonly onClose: () => void }) {
  const fields = useEndpointFields()
  const { id, url, description, events, concurrency, ratePerMinute } = endpoint
  const { mutateAsync } = useMutation(changeEndpoint, {
    invalidates: [readEndpoint, listEndpoints],
    onSuccess: onClose,
  })
  return (
    <Form
      source={changeEndpoint}
      fields={fields}
      values={{ url, description, events, concurrency, ratePerMinute }}
      onSubmit={(input) => mutateAsync({ id, ...input })}
      onCancel={onClose}
    />
  )
}

interface EventControl {
  readonly value: string[] | undefined
  readonly onChange: (choices: string[]) => void
}

function useEndpointFields() {
  const { t } = useTranslation()
  return {
    url: {
      label: t('webhooks.url'),
      hint: t('webhooks.urlHint'),
      control: 'url',
      placeholder: 'https://example.com/webhooks',
      required: true,
    },
    description: { label: t('webhooks.name'), hint: t('webhooks.nameHint') },
    events: {
      label: t('webhooks.events.title'),
      required: true,
      render: ({ value, onChange }: EventControl) => <EventPicker value={value ?? []} onChange={onChange} />,
    },
    concurrency: { label: t('webhooks.concurrency'), hint: t('webhooks.concurrencyHint') },
    ratePerMinute: { label: t('webhooks.rate'), hint: t('webhooks.rateHint'), suffix: t('webhooks.perMinute') },
  } as const
}
