import {
  Alert,
  Badge,
  CodeBlock,
  ErrorNote,
  KeyValue,
  LoadingRegion,
  Skeleton,
  useFormat,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { interrupted, notBegun, readApproval, takenOut, type ApprovalDetails } from '../../shared/approvals.ts'
import { Arguments } from './Arguments.tsx'
import { ApprovalState } from './ApprovalState.tsx'
import { Decision } from './Decision.tsx'
import { shownAnswer } from './shown-answer.ts'
import { visibleText } from './visible-text.ts'

/** A call in full: tool, arguments, requester and outcome. */
export function ApprovalPanel({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(readApproval, { id }, { errors: 'page', keepPrevious: false })
  if (data !== undefined) return <Details approval={data} />
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  return (
    <LoadingRegion className="flex flex-col gap-4">
      {Array.from({ length: 6 }, (_, line) => (
        <Skeleton key={line} className="h-5 w-full" />
      ))}
    </LoadingRegion>
  )
}

function Details({ approval }: { readonly approval: ApprovalDetails }) {
  const { t } = useTranslation()
  const { title, isDestructive, input, subject, answer, state, error, reason } = approval
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col items-start gap-2">
        <p className="font-medium wrap-anywhere">{title}</p>
        {isDestructive && <Badge tone="danger">{t('mcp.hint.destroys')}</Badge>}
      </div>
      {state === 'failed' && (
        <Alert tone="danger" title={t('mcp.approvals.failed')}>
          {t(`mcp.approvals.${hintOf(error)}`)}
        </Alert>
      )}
      {reason !== null && <Alert title={t('mcp.approvals.reason')}>{reason}</Alert>}
      <section aria-labelledby="arguments">
        <h3 id="arguments" className="mb-2 text-sm font-semibold">
          {t('mcp.approvals.arguments')}
        </h3>
        {input === null ? (
          <p className="text-sm text-muted">{t('mcp.approvals.erased')}</p>
        ) : (
          <Arguments input={input} records={subject?.records ?? []} />
        )}
      </section>
      <Decision approval={approval} />
      <Facts approval={approval} />
      {answer !== null && (
        <section aria-labelledby="answer">
          <h3 id="answer" className="mb-2 text-sm font-semibold">
            {t('mcp.approvals.answer')}
          </h3>
          <CodeBlock language={answer.type.split(';', 1)[0] ?? ''} code={shownAnswer(answer)} wrap />
          {answer.isCut && <p className="mt-1 text-xs text-muted">{t('mcp.approvals.cut')}</p>}
        </section>
      )}
    </div>
  )
}

/** The hint for a failed call; without a specific one, its answer explains the failure. */
function hintOf(error: string | null): 'interrupted' | 'notBegun' | 'takenOut' | 'failedHint' {
  if (error === interrupted) return 'interrupted'
  if (error === notBegun) return 'notBegun'
  return error === takenOut ? 'takenOut' : 'failedHint'
}

function Facts({ approval }: { readonly approval: ApprovalDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, tool, pattern, askedBy, token, decidedBy, status, error } = approval
  const { requestedAt, expiresAt, decidedAt, endedAt } = approval
  const code = (text: string) => <code className="font-mono text-xs wrap-anywhere">{visibleText(text)}</code>
  const when = (key: string, at: string | null) =>
    at === null ? [] : [{ label: t(`mcp.approvals.${key}`), value: format.dateTime(at) }]
  return (
    <KeyValue
      items={[
        { label: t('mcp.approvals.state'), value: <ApprovalState state={state} /> },
        { label: t('mcp.approvals.tool'), value: code(tool) },
        { label: t('mcp.approvals.route'), value: code(pattern) },
        { label: t('mcp.approvals.askedBy'), value: askedBy.name ?? t('mcp.approvals.gone') },
        { label: t('mcp.tools.token'), value: visibleText(token.name) },
        ...when('at', requestedAt),
        ...when('expiresAt', state === 'pending' ? expiresAt : null),
        ...(decidedBy === null
          ? []
          : [{ label: t('mcp.approvals.decidedBy'), value: decidedBy.name ?? t('mcp.approvals.gone') }]),
        ...when('decidedAt', decidedAt),
        ...when('endedAt', endedAt),
        ...(status === null ? [] : [{ label: t('mcp.approvals.status'), value: String(status) }]),
        ...(error === null ? [] : [{ label: t('mcp.approvals.code'), value: code(error) }]),
      ]}
    />
  )
}
