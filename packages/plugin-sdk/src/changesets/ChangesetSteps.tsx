import type { ChangesetPart, ChangesetStep, ShownChangeset } from '@host/platform-api/changesets'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Panel } from '../components/Panel.tsx'
import { Progress } from '../components/Progress.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { ListQueryResult } from '../query/useListQuery.ts'
import type { ChangesetPanelProps } from './ChangesetPanel.tsx'
import { StepRow } from './StepRow.tsx'

export interface ChangesetStepsProps {
  readonly changeset: ShownChangeset
  readonly steps: ListQueryResult<ChangesetStep>
  readonly renderStep: ChangesetPanelProps['renderStep']
}

const ended: ReadonlySet<string> = new Set(['interrupted', 'left'])

/** The difference: the steps of each part, a page at a time, with their journal once it was begun. */
export function ChangesetSteps({ changeset, steps, renderStep }: ChangesetStepsProps) {
  const { t } = useTranslation()
  const { parts, state } = changeset
  const isApplying = state === 'applying'
  const shown = steps.items ?? []
  return (
    <>
      {isApplying && <Applying isWhole={!steps.hasMore} steps={shown} />}
      {parts.map((part, place) => (
        <PartPanel
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a plan never change
          key={place}
          part={part}
          steps={shown.filter((step) => step.part === place)}
          journal={isApplying ? 'live' : ended.has(state) ? 'ended' : undefined}
          renderStep={renderStep}
        />
      ))}
      <ErrorNote error={steps.error} onRetry={() => void steps.refetch()} />
      {steps.hasMore && (
        <Button className="self-center" busy={steps.isLoadingMore} onClick={() => void steps.loadMore()}>
          {t('sdk.table.more')}
        </Button>
      )}
    </>
  )
}

interface ApplyingProps {
  /** Whether every step is among `steps`. */
  readonly isWhole: boolean
  readonly steps: readonly ChangesetStep[]
}

function Applying({ isWhole, steps }: ApplyingProps) {
  const { t } = useTranslation()
  const done = steps.filter(({ state }) => state === 'applied').length
  const isKnown = isWhole && steps.length > 0
  return <Progress label={t('sdk.changeset.writing')} showLabel {...(isKnown && { value: done / steps.length })} />
}

interface PartPanelProps {
  readonly part: ChangesetPart
  /** Those that were loaded. */
  readonly steps: readonly ChangesetStep[]
  readonly journal: 'live' | 'ended' | undefined
  readonly renderStep: ChangesetPanelProps['renderStep']
}

function PartPanel({ part, steps, journal, renderStep }: PartPanelProps) {
  const { t } = useTranslation()
  const { title, pluginTitle, count } = part
  return (
    <Panel
      flush
      title={<span className="wrap-anywhere">{title}</span>}
      description={`${pluginTitle} · ${t('sdk.changeset.values', { count })}`}
    >
      <ul aria-label={title} className="divide-y divide-line border-t border-line empty:hidden">
        {steps.map((step) => (
          <StepRow key={step.key} step={step} journal={journal}>
            {renderStep?.(step, part)}
          </StepRow>
        ))}
      </ul>
    </Panel>
  )
}
