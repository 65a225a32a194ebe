import { useState } from 'react'
import { Button, ErrorNote, Field, Modal, Radio, Select, useMutation, useTranslation } from '@host/plugin-sdk'
import { replay, replayChoices, type ReplayChoice, type WebhookEndpoint } from '../../shared.ts'

export interface ReplayDialogProps {
  readonly endpoint: WebhookEndpoint
  readonly onClose: () => void
  readonly onReplaying: (jobId: string) => void
}

const hour = 60 * 60 * 1000
/** How many hours back. */
const spans = ['1', '6', '24', '72', '168', '720'] as const

/** Sends failed, missed, or all events since a moment again. */
export function ReplayDialog({ endpoint: { id }, onClose, onReplaying }: ReplayDialogProps) {
  const { t } = useTranslation()
  const [only, setOnly] = useState<ReplayChoice>('failed')
  const [span, setSpan] = useState<string>('24')
  const { mutate, isPending, error } = useMutation(replay, {
    onSuccess: ({ jobId }) => {
      onClose()
      if (jobId !== null) onReplaying(jobId)
    },
  })
  const start = () => mutate({ id, only, since: new Date(Date.now() - Number(span) * hour).toISOString() })
  const footer = (
    <>
      <Button onClick={onClose}>{t('webhooks.cancel')}</Button>
      <Button variant="primary" busy={isPending} onClick={start}>
        {t('webhooks.replay.start')}
      </Button>
    </>
  )
  const choices = replayChoices.map((value) => ({
    value,
    label: t(`webhooks.replay.${value}`),
    description: t(`webhooks.replay.${value}Means`),
  }))
  return (
    <Modal
      open
      onClose={onClose}
      title={t('webhooks.replay.many')}
      description={t('webhooks.replay.help')}
      footer={footer}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('webhooks.replay.what')}>
          <Radio value={only} options={choices} onChange={setOnly} />
        </Field>
        <Field label={t('webhooks.replay.since')}>
          <Select
            value={span}
            options={spans.map((value) => ({ value: value as string, label: spanText(value, t) }))}
            onChange={setSpan}
          />
        </Field>
        <ErrorNote error={error} />
      </div>
    </Modal>
  )
}

function spanText(hours: string, t: ReturnType<typeof useTranslation>['t']): string {
  const count = Number(hours)
  return count < 72 ? t('webhooks.lastHours', { count }) : t('webhooks.lastDays', { count: count / 24 })
}
