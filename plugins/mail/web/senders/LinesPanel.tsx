import { useState } from 'react'
import { Badge, Button, EmptyState, Panel, RelativeTime, useTranslation } from '@host/plugin-sdk'
import { planSender, type SendingDomainDetails, type ShownLine } from '../../shared.ts'
import { LineBadge } from './LineBadge.tsx'
import { PlanRecords } from './PlanRecords.tsx'

export interface LinesPanelProps {
  readonly sender: SendingDomainDetails
  readonly isAdmin: boolean
}

/** Every line with its state and reason, and one plan that fixes them. */
export function LinesPanel({ sender, isAdmin }: LinesPanelProps) {
  const { t } = useTranslation()
  const [isPlanning, setPlanning] = useState(false)
  const { lines, checkedAt, zone } = sender
  const canPlan = isAdmin && zone !== null && lines.some(({ canFix }) => canFix)
  return (
    <Panel
      title={t('mail.senders.readiness')}
      description={
        checkedAt === null ? (
          t('mail.senders.unchecked')
        ) : (
          <>
            {t('mail.senders.lastCheck')} <RelativeTime value={checkedAt} />
          </>
        )
      }
      actions={
        canPlan && (
          <Button calls={planSender} variant="primary" icon="wand-sparkles" onClick={() => setPlanning(true)}>
            {t('mail.senders.fix')}
          </Button>
        )
      }
    >
      {lines.length === 0 ? (
        <EmptyState title={t('mail.senders.noLines')}>{t('mail.senders.noLinesHelp')}</EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      )}
      {isPlanning && <PlanRecords sender={sender} onClose={() => setPlanning(false)} />}
    </Panel>
  )
}

function Line({ line }: { readonly line: ShownLine }) {
  const { t } = useTranslation()
  const { id, state, reason, isOptional } = line
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {t(`mail.senders.line.${id}`)}
          {isOptional && <Badge>{t('mail.senders.optional')}</Badge>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{reason}</p>
      </div>
      <LineBadge state={state} />
    </li>
  )
}
