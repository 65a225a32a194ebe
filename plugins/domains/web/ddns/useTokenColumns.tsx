import { Badge, RelativeTime, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { DdnsToken } from '../../shared.ts'
import { LastAnswer } from './LastAnswer.tsx'
import { TokenActions } from './TokenActions.tsx'

/** The columns of the tokens. */
export function useTokenColumns(): readonly DataColumn<DdnsToken>[] {
  const { t } = useTranslation()
  return [
    { key: 'name', header: t('domains.ddns.token'), isSortable: true, cell: TokenName, skeleton: 'w-40' },
    { key: 'names', header: t('domains.ddns.names'), from: 'md', cell: TokenNames, skeleton: 'w-48' },
    {
      key: 'lastUsedAt',
      header: t('domains.ddns.lastUpdate'),
      from: 'sm',
      cell: ({ lastUsedAt, lastAddress }) =>
        lastUsedAt === null ? (
          <span className="text-subtle">{t('domains.ddns.never')}</span>
        ) : (
          <span className="block py-1">
            <RelativeTime value={lastUsedAt} skipFocus />
            <span className="block max-w-48 truncate text-xs text-subtle" title={lastAddress ?? undefined}>
              {lastAddress}
            </span>
          </span>
        ),
      skeleton: 'w-28',
    },
    {
      key: 'answer',
      header: t('domains.state.title'),
      cell: (token) => <LastAnswer token={token} />,
      skeleton: 'w-24',
    },
    {
      key: 'actions',
      header: t('domains.ddns.menu'),
      hideHeader: true,
      isFixed: true,
      align: 'end',
      cell: (token) => <TokenActions token={token} />,
      skeleton: 'w-6',
    },
  ]
}

function TokenName({ name, hint }: DdnsToken) {
  return (
    <span className="block min-w-0 py-1">
      <span className="block max-w-64 truncate font-medium">{name}</span>
      <code className="block font-mono text-xs text-subtle">{hint}…</code>
    </span>
  )
}

const mostShown = 2

function TokenNames({ names, types }: DdnsToken) {
  const { t } = useTranslation()
  const more = names.length - mostShown
  return (
    <span className="block min-w-0 py-1" title={names.map(({ shownName }) => shownName).join('\n')}>
      {names.slice(0, mostShown).map(({ name, shownName }) => (
        <span key={name} className="block max-w-72 truncate">
          {shownName}
        </span>
      ))}
      <span className="mt-0.5 flex flex-wrap items-center gap-1 text-xs text-subtle">
        {types.map((type) => (
          <Badge key={type}>{type}</Badge>
        ))}
        {more > 0 && t('domains.ddns.moreNames', { count: more })}
      </span>
    </span>
  )
}
