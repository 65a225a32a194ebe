import { useState } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  Modal,
  Select,
  Skeleton,
  useListQuery,
  useMutation,
  useSearch,
  useTranslation,
} from '@host/plugin-sdk'
import { isChosen, listDeliveries, listEvents, sendTest, type WebhookEndpoint } from '../../shared.ts'

export interface TestDialogProps {
  readonly endpoint: WebhookEndpoint
  readonly onClose: () => void
}

/** Sends the example of an event and opens its delivery. */
export function TestDialog({ endpoint: { id, events }, onClose }: TestDialogProps) {
  const { t } = useTranslation()
  const [, setSearch] = useSearch()
  const { items, error: listError } = useListQuery(listEvents, {}, { errors: 'page' })
  const [wanted, setWanted] = useState<string>()
  const chosen = wanted ?? items?.find(({ name }) => isChosen(events, name))?.name
  const { mutate, isPending, error } = useMutation(sendTest, {
    invalidates: [listDeliveries],
    onSuccess: ({ deliveryId }) => {
      onClose()
      setSearch({ open: deliveryId })
    },
  })
  const footer = (
    <>
      <Button onClick={onClose}>{t('webhooks.cancel')}</Button>
      <Button
        variant="primary"
        busy={isPending}
        disabled={chosen === undefined}
        onClick={() => mutate({ id, event: chosen })}
      >
        {t('webhooks.test.send')}
      </Button>
    </>
  )
  return (
    <Modal
      open
      onClose={onClose}
      size="small"
      title={t('webhooks.test.title')}
      description={t('webhooks.test.help')}
      footer={footer}
    >
      {items === undefined ? (
        <Skeleton className="h-14 w-full" />
      ) : (
        <Field label={t('webhooks.event')}>
          <Select
            value={chosen ?? ''}
            options={items.map(({ name, description }) => ({ value: name, label: name, description }))}
            onChange={setWanted}
          />
        </Field>
      )}
      <ErrorNote error={error ?? listError} />
    </Modal>
  )
}
