import {
  EmptyState,
  ErrorNote,
  HelpLink,
  PageHeader,
  Panel,
  SkeletonRows,
  useListQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { listSessions } from '../shared/sessions.ts'
import { EndOthers } from './EndOthers.tsx'
import { SessionRow } from './SessionRow.tsx'

/** Where the reader is signed in. The present session comes first, then the last used. */
export default function SessionsPage() {
  const { t } = useTranslation()
  const { items, error, refetch } = useListQuery(listSessions, {}, { errors: 'list' })
  const sessions = items?.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <>
      <PageHeader
        title={t('account.sessions.title')}
        description={t('account.sessions.description')}
        actions={
          <>
            <HelpLink slug="your-sessions" />
            <EndOthers hasOthers={sessions !== undefined && sessions.length > 1} />
          </>
        }
      />
      <Panel flush>
        <ErrorNote error={error} onRetry={() => void refetch()} />
        {sessions === undefined && error === null && <SkeletonRows rows={3} />}
        {sessions?.length === 0 && <EmptyState icon="log-out" title={t('account.sessions.none')} />}
        <ul aria-label={t('account.sessions.title')} className="divide-y divide-line">
          {sessions?.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      </Panel>
    </>
  )
}
