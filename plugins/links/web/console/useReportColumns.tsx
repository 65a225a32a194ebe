import { Badge, RelativeTime, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { LinkReport } from '../../shared.ts'
import { WorkspaceLink } from './WorkspaceLink.tsx'

const tones = { open: 'warning', acted: 'positive', dismissed: 'neutral' } as const

/** The columns of reports. */
export function useReportColumns(): readonly DataColumn<LinkReport>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'address',
      header: t('links.shortUrl'),
      cell: ({ address }) => <span className="block max-w-44 truncate font-medium sm:max-w-72">{address}</span>,
      skeleton: 'w-48',
    },
    {
      key: 'targetHost',
      header: t('links.report.targetHost'),
      from: 'md',
      cell: ({ targetHost }) => <span className="block max-w-48 truncate text-muted">{targetHost}</span>,
    },
    {
      key: 'reason',
      header: t('links.report.reason'),
      from: 'sm',
      cell: ({ reason }) => t(`links.quarantine.reason.${reason}`),
    },
    {
      key: 'workspace',
      header: t('links.console.workspace'),
      from: 'lg',
      cell: ({ workspace }) => <WorkspaceLink name={workspace.name} />,
    },
    {
      key: 'createdAt',
      header: t('links.report.reported'),
      align: 'end',
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} skipFocus />,
    },
    {
      key: 'state',
      header: t('links.state.title'),
      align: 'end',
      cell: ({ state }) => (
        <Badge tone={tones[state]} dot>
          {t(`links.report.state.${state}`)}
        </Badge>
      ),
      skeleton: 'w-16',
    },
  ]
}
