import { Badge, Button, ErrorNote, RelativeTime, useMutation, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import {
  checkRecord,
  type ListedRecordSet,
  type RecordCheck,
  type RecordOutcome,
  type ZoneDetails,
} from '../../shared.ts'
import { ServerList } from '../ServerList.tsx'
import { useTtlText } from '../useTtlText.ts'

export interface LiveCheckProps {
  readonly zone: ZoneDetails
  readonly set: Pick<ListedRecordSet, 'name' | 'type'>
}

const tones: Readonly<Record<RecordOutcome, BadgeTone>> = {
  ok: 'positive',
  propagating: 'accent',
  missing: 'warning',
  wrong: 'danger',
  differs: 'warning',
  lookup_failed: 'warning',
}

/** Asks the name servers of a zone for a record set, and shows what each answers. */
export function LiveCheck({ zone: { id }, set: { name, type } }: LiveCheckProps) {
  const { t } = useTranslation()
  const { mutate, data: check, error, isPending } = useMutation(checkRecord)
  return (
    <section aria-label={t('domains.servers.title')} className="mt-6 flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex items-start justify-between gap-4 text-sm">
        <div className="min-w-0">
          <h3 className="font-medium">{t('domains.servers.title')}</h3>
          <p className="text-muted">{t('domains.check.help')}</p>
        </div>
        <Button icon="refresh-cw" busy={isPending} onClick={() => mutate({ id, name: `${name}.`, type })}>
          {t('domains.check.start')}
        </Button>
      </div>
      <ErrorNote error={error} />
      <div role="status">{check !== undefined && <CheckResult check={check} />}</div>
    </section>
  )
}

function CheckResult({ check: { outcome, at, problem, cachedFor, servers } }: { readonly check: RecordCheck }) {
  const { t } = useTranslation()
  const ttlText = useTtlText()
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={tones[outcome]} dot>
          {t(`domains.outcome.${outcome}`)}
        </Badge>
        <span className="text-xs text-subtle">
          <RelativeTime value={at} />
        </span>
      </p>
      {cachedFor !== null && (
        <p className="mt-2 text-sm text-muted">{t('domains.check.cached', { time: ttlText(rounded(cachedFor)) })}</p>
      )}
      {problem !== null && <p className="mt-2 text-sm text-muted">{t(`domains.problem.${problem}`)}</p>}
      <ServerList servers={servers} />
    </>
  )
}

const minute = 60

/** Whole minutes, and seconds below one. */
function rounded(seconds: number): number {
  return seconds < minute ? seconds : Math.ceil(seconds / minute) * minute
}
