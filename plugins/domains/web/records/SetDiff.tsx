import { useTranslation } from '@host/plugin-sdk'
import { useTtlText } from '../useTtlText.ts'

/** The values of a record set. */
export interface SetValues {
  readonly ttl?: number | undefined
  readonly data: readonly string[]
  readonly comment?: string | null | undefined
  readonly isProxied?: boolean | undefined
}

export interface SetDiffProps {
  /** Null where there is none. */
  readonly before: SetValues | null
  readonly after: SetValues | null
}

type Change = 'removed' | 'added' | 'kept'

const looks: Readonly<Record<Change, { readonly sign: string; readonly className: string }>> = {
  removed: { sign: '−', className: 'bg-danger-soft text-danger-fg' },
  added: { sign: '+', className: 'bg-positive-soft text-positive-fg' },
  kept: { sign: ' ', className: 'text-muted' },
}

/** A record set before and after a change, line by line. */
export function SetDiff({ before, after }: SetDiffProps) {
  const { t } = useTranslation()
  const factsOf = useFacts()
  const lines = [
    ...differences(before?.data ?? [], after?.data ?? []),
    ...differences(factsOf(before, after), factsOf(after, before)),
  ]
  return (
    <ul className="flex min-w-0 flex-col gap-px font-mono text-xs">
      {lines.map(({ text, change }) => (
        <li key={`${change} ${text}`} className={`flex gap-2 rounded-control px-2 py-0.5 ${looks[change].className}`}>
          <span aria-hidden className="w-2 shrink-0 text-center select-none">
            {looks[change].sign}
          </span>
          {change !== 'kept' && <span className="sr-only">{t(`domains.diff.${change}`)}</span>}
          <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">{text}</span>
        </li>
      ))}
    </ul>
  )
}

function differences(before: readonly string[], after: readonly string[]) {
  const [old, now] = [new Set(before), new Set(after)]
  const removed = [...old].filter((text) => !now.has(text)).map((text) => ({ text, change: 'removed' as Change }))
  const rest = [...now].map((text) => ({ text, change: (old.has(text) ? 'kept' : 'added') as Change }))
  return [...removed, ...rest]
}

/** TTL, comment, and proxy of a record set; one that is left out of a change is as the other has it. */
function useFacts() {
  const { t } = useTranslation()
  const ttlText = useTtlText()
  return (set: SetValues | null, other: SetValues | null): readonly string[] => {
    if (set === null) return []
    const ttl = set.ttl ?? other?.ttl
    const comment = set.comment === undefined ? other?.comment : set.comment
    const isProxied = set.isProxied ?? other?.isProxied ?? false
    const hasComment = comment !== null && comment !== undefined && comment !== ''
    return [
      ...(ttl === undefined ? [] : [t('domains.diff.ttl', { value: ttlText(ttl) })]),
      ...(hasComment ? [t('domains.diff.comment', { value: comment })] : []),
      ...(isProxied ? [t('domains.records.proxied')] : []),
    ]
  }
}
