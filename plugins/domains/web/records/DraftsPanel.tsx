import {
  Button,
  ErrorNote,
  Field,
  Icon,
  IconButton,
  Panel,
  Textarea,
  usePermission,
  useTranslation,
} from '@host/plugin-sdk'
import { addZone } from '../../shared.ts'
import { newPrefix, recordKey, type Draft, type DraftErrors } from './drafts.ts'
import { SetDiff } from './SetDiff.tsx'
import type { DraftsHandle } from './useDrafts.ts'
import type { PlanHandle } from './usePlan.ts'

export interface DraftsPanelProps {
  readonly handle: DraftsHandle
  readonly plan: PlanHandle
  readonly onEdit: (key: string) => void
}

/** Changes that are shown; the others are counted. */
const mostShown = 20
const noErrors: DraftErrors = {}

/** The changes that wait, with the way to their plan. */
export function DraftsPanel({ handle, plan, onEdit }: DraftsPanelProps) {
  const { t } = useTranslation()
  const mayApply = usePermission(addZone)
  const { drafts, errors, drop, set } = handle
  const wrongFirst = [...drafts.values()].toSorted(
    (one, other) => Number(errors.drafts.has(other.key)) - Number(errors.drafts.has(one.key)),
  )
  const more = drafts.size - mostShown
  const footer = (
    <>
      <Button onClick={() => set(new Map())}>{t('domains.plan.discard')}</Button>
      <Button variant="primary" icon="list-checks" busy={plan.isPending} onClick={plan.review}>
        {t('domains.plan.review')}
      </Button>
    </>
  )
  return (
    <Panel
      flush
      title={t('domains.plan.pending', { count: drafts.size })}
      description={t(mayApply ? 'domains.plan.adminHelp' : 'domains.plan.memberHelp')}
      footer={footer}
    >
      <ul aria-label={t('domains.plan.list')} className="divide-y divide-line border-y border-line">
        {wrongFirst.slice(0, mostShown).map((draft) => (
          <DraftRow
            key={draft.key}
            draft={draft}
            errors={errors.drafts.get(draft.key) ?? noErrors}
            onEdit={() => onEdit(draft.key)}
            onUndo={() => drop(draft.key)}
          />
        ))}
      </ul>
      <div className="flex flex-col gap-3 p-4">
        {more > 0 && <p className="text-sm text-muted">{t('domains.plan.more', { count: more })}</p>}
        <Field label={t('domains.plan.note')} optional>
          <Textarea
            name="note"
            rows={2}
            value={plan.note}
            maxLength={2_000}
            onChange={(event) => plan.setNote(event.target.value)}
          />
        </Field>
        <ErrorNote error={errors.rest} />
      </div>
    </Panel>
  )
}

interface DraftRowProps {
  readonly draft: Draft
  readonly errors: DraftErrors
  readonly onEdit: () => void
  readonly onUndo: () => void
}

function DraftRow({ draft: { key, before, after }, errors, onEdit, onUndo }: DraftRowProps) {
  const { t } = useTranslation()
  const kind = after === null ? 'removed' : before === null ? 'added' : 'changed'
  const name = before === null && after !== null ? recordKey(after) : key.startsWith(newPrefix) ? '' : key
  const messages = Object.values(errors)
  return (
    <li className="flex flex-col gap-2 px-4 py-3 text-sm">
      <div className="flex items-center gap-1">
        <span className="sr-only">{t(`domains.diff.${kind}`)}</span>
        <code className="min-w-0 flex-1 font-mono text-xs font-medium wrap-anywhere">{name}</code>
        {after !== null && (
          <IconButton icon="pencil" size="compact" label={t('domains.plan.editOne', { name })} onClick={onEdit} />
        )}
        <IconButton icon="undo-2" size="compact" label={t('domains.plan.undo', { name })} onClick={onUndo} />
      </div>
      <SetDiff before={before} after={after} />
      {messages.length > 0 && (
        <ul role="alert" className="flex flex-col gap-1 text-xs text-danger-fg">
          {messages.map((message) => (
            <li key={message} className="flex gap-1.5">
              <Icon name="circle-alert" size={14} className="mt-px" />
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
