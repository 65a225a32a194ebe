import type { ReactNode } from 'react'
import type { ChangesetStep } from '@host/platform-api/changesets'
import { Badge, type BadgeTone } from '../components/Badge.tsx'
import { Icon } from '../components/Icon.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { StepValue } from './StepValue.tsx'

export interface StepRowProps {
  readonly step: ChangesetStep
  /** Whether its state in the journal is shown, and may still change; undefined for none. */
  readonly journal: 'live' | 'ended' | undefined
  /** The values in the feature's own way. */
  readonly children: ReactNode
}

type Change = 'added' | 'removed' | 'changed'

const icons: Readonly<Record<Change, string>> = { added: 'plus', removed: 'minus', changed: 'pencil' }
const colors: Readonly<Record<Change, string>> = {
  added: 'text-positive-fg',
  removed: 'text-danger-fg',
  changed: 'text-accent-fg',
}
const tones: Readonly<Record<ChangesetStep['state'], BadgeTone>> = {
  waiting: 'neutral',
  writing: 'accent',
  applied: 'positive',
  differs: 'danger',
}

/** A step: how it changes its value, which one, and its state in the journal. */
export function StepRow({ step, journal, children }: StepRowProps) {
  const { t } = useTranslation()
  const change = changeOf(step)
  return (
    <li className="flex flex-col gap-2 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={`inline-flex items-center gap-1.5 text-xs font-medium ${colors[change]}`}>
          <Icon name={icons[change]} size={14} />
          {t(`sdk.changeset.step.${change}`)}
        </span>
        <code className="min-w-0 flex-1 font-mono text-xs font-medium wrap-anywhere">{step.key}</code>
        {journal !== undefined && (
          <Badge tone={tones[step.state]} dot>
            {t(`sdk.changeset.journal.${journal === 'ended' && step.state === 'writing' ? 'unknown' : step.state}`)}
          </Badge>
        )}
      </div>
      {children ?? <Values step={step} />}
    </li>
  )
}

function Values({ step: { before, after } }: { readonly step: ChangesetStep }) {
  const { t } = useTranslation()
  const both = before !== null && after !== null
  return (
    <dl className={both ? 'grid min-w-0 gap-2 sm:grid-cols-2' : 'grid min-w-0'}>
      {before !== null && <StepValue label={t('sdk.changeset.before')} value={before} />}
      {after !== null && <StepValue label={t('sdk.changeset.after')} value={after} />}
    </dl>
  )
}

function changeOf({ before, after }: ChangesetStep): Change {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}
