import { useState } from 'react'
import {
  Button,
  Confirm,
  Field,
  Panel,
  Select,
  Timeline,
  useFormat,
  useMutation,
  useTranslation,
} from '@host/plugin-sdk'
import { changeSender, listSenders, readSender, rotateSender, type ShownKeys } from '../../shared.ts'
import type { LinesPanelProps } from './LinesPanel.tsx'

const icons: Readonly<Record<ShownKeys['stage'], string>> = {
  publishing: 'upload',
  waiting: 'clock',
  signing: 'circle-check',
  retiring: 'archive',
  removing: 'trash',
}

/** The keys of a domain by their stages, and how often they are rotated. */
export function KeysPanel({ sender, isAdmin }: LinesPanelProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = useMutation(rotateSender, { invalidates: [readSender, listSenders] })
  const { id, keys } = sender
  const isUnderWay = keys.some(({ stage }) => stage === 'publishing' || stage === 'waiting')
  return (
    <Panel
      title={t('mail.senders.keys')}
      description={t('mail.senders.keysHelp')}
      actions={
        isAdmin &&
        !isUnderWay && (
          <Button calls={rotateSender} icon="refresh-cw" onClick={() => setAsked(true)}>
            {t('mail.senders.rotate')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <Timeline
          label={t('mail.senders.keys')}
          entries={keys.map((each) => ({
            id: each.id,
            at: momentOf(each),
            icon: icons[each.stage],
            title: t(`mail.senders.stage.${each.stage}`),
            children: <KeysText keys={each} />,
          }))}
        />
        {isAdmin && <RotationSchedule id={id} days={sender.rotateDays} />}
      </div>
      <Confirm
        calls={rotateSender}
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('mail.senders.rotate')}
        confirmLabel={t('mail.senders.rotate')}
        onConfirm={() => mutateAsync({ id })}
      >
        {t('mail.senders.rotateMeans')}
      </Confirm>
    </Panel>
  )
}

/** When keys came into their stage. */
function momentOf({ stage, createdAt, servedAt, signsAt, retiredAt }: ShownKeys): string {
  if (stage === 'signing') return signsAt ?? createdAt
  if (stage === 'waiting') return servedAt ?? createdAt
  return stage === 'publishing' ? createdAt : (retiredAt ?? createdAt)
}

function KeysText({ keys: { stage, selectors, signsAt, missingAt } }: { readonly keys: ShownKeys }) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  return (
    <>
      <code className="font-mono text-xs break-all">{selectors.join(', ')}</code>
      {stage === 'waiting' && signsAt !== null && <p>{t('mail.senders.signsAt', { time: dateTime(signsAt) })}</p>}
      {missingAt !== null && <p>{t('mail.senders.missingSince', { time: dateTime(missingAt) })}</p>}
    </>
  )
}

const schedules = ['never', '90', '180', '365'] as const

function RotationSchedule({ id, days }: { readonly id: string; readonly days: number | null }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutation(changeSender, { invalidates: [readSender, listSenders] })
  const value = days === null ? 'never' : String(days)
  const known = [...new Set([...schedules, value])]
  return (
    <Field label={t('mail.senders.schedule')} hint={t('mail.senders.scheduleHint')}>
      <Select
        value={value}
        options={known.map((each) => ({
          value: each,
          label: each === 'never' ? t('mail.senders.never') : t('mail.senders.everyDays', { count: Number(each) }),
        }))}
        onChange={(next) => mutate({ id, rotateDays: next === 'never' ? null : Number(next) })}
        disabled={isPending}
      />
    </Field>
  )
}
