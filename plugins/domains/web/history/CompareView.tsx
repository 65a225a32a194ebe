import { useState, type SubmitEvent } from 'react'
import {
  Button,
  EmptyState,
  ErrorNote,
  Panel,
  SkeletonRows,
  useQuery,
  useSearch,
  useTranslation,
} from '@host/plugin-sdk'
import { diffZone, type ZoneDetails } from '../../shared.ts'
import { recordKey } from '../records/drafts.ts'
import { SetDiff } from '../records/SetDiff.tsx'
import { MomentField, momentOf, typedMoment } from './MomentField.tsx'

/** The difference of a zone at two moments, which the address names. */
export function CompareView({ zone: { id } }: { readonly zone: ZoneDetails }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearch()
  const from = momentOf(search.get('from') ?? '')
  const to = momentOf(search.get('to') ?? '')
  const [typed, setTyped] = useState({ from: typedMoment(from ?? null), to: typedMoment(to ?? null) })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setSearch({ from: momentOf(typed.from), to: momentOf(typed.to) }, { replace: true })
  }
  return (
    <div className="flex flex-col gap-4">
      <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <MomentField
          label={t('domains.history.from')}
          value={typed.from}
          onChange={(value) => setTyped({ ...typed, from: value })}
        />
        <MomentField
          label={t('domains.history.to')}
          value={typed.to}
          optional
          onChange={(value) => setTyped({ ...typed, to: value })}
        />
        <Button type="submit" variant="primary" disabled={momentOf(typed.from) === undefined}>
          {t('domains.history.compare')}
        </Button>
      </form>
      {from === undefined ? (
        <EmptyState icon="git-compare" title={t('domains.history.chooseMoments')}>
          {t('domains.history.compareHelp')}
        </EmptyState>
      ) : (
        <Differences id={id} from={from} to={to} />
      )}
    </div>
  )
}

interface DifferencesProps {
  readonly id: string
  readonly from: string
  readonly to: string | undefined
}

/** Differences that are shown; the others are counted. */
const mostShown = 200

function Differences({ id, from, to }: DifferencesProps) {
  const { t } = useTranslation()
  const input = { id, from, ...(to !== undefined && { to }) }
  const { data, error, refetch } = useQuery(diffZone, input, { errors: 'page', keepPrevious: false })
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={4} />
  const { changes } = data
  if (changes.length === 0) return <EmptyState icon="check" title={t('domains.history.same')} />
  const more = changes.length - mostShown
  return (
    <Panel flush title={t('domains.history.differences', { count: changes.length })}>
      <ul className="divide-y divide-line border-t border-line">
        {changes.slice(0, mostShown).map((change) => (
          <li key={recordKey(change)} className="flex flex-col gap-2 px-4 py-3">
            <code className="font-mono text-xs font-medium wrap-anywhere">{recordKey(change)}</code>
            <SetDiff before={change.before} after={change.after} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="px-4 py-3 text-sm text-muted">{t('domains.history.more', { count: more })}</p>}
    </Panel>
  )
}
