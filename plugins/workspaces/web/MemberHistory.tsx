import { LoadingRegion, Skeleton, Timeline, useQuery, useTranslation } from '@host/plugin-sdk'
import { listAuditEntries } from '../shared.ts'

export interface MemberHistoryProps {
  readonly userId: string
  readonly name: string
}

const mostShown = 20

/** Audit entries of a member, newest first. */
export function MemberHistory({ userId, name }: MemberHistoryProps) {
  const { t } = useTranslation()
  const input = { target: `user:${userId}`, limit: mostShown }
  const { data, error } = useQuery(listAuditEntries, input, { errors: 'page', keepPrevious: false })
  if (error !== null && data === undefined) return null
  return (
    <section aria-label={t('workspaces.members.history')} className="mt-6 border-t border-line pt-4">
      <h3 className="mb-3 text-sm font-semibold">{t('workspaces.members.history')}</h3>
      {data === undefined && (
        <LoadingRegion>
          <Skeleton className="h-5 w-full" />
        </LoadingRegion>
      )}
      {data?.items.length === 0 && <p className="text-sm text-muted">{t('workspaces.members.noHistory')}</p>}
      {data !== undefined && data.items.length > 0 && (
        <Timeline
          label={t('workspaces.members.historyOf', { name })}
          entries={data.items.map(({ id, action, actor, at }) => ({
            id,
            at,
            title: <code className="font-mono text-xs">{action}</code>,
            actor: actor.name ?? undefined,
          }))}
        />
      )}
    </section>
  )
}
