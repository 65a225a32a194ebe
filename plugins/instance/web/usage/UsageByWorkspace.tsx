import { useState } from 'react'
import { Link, Panel, SkeletonRows, Table, useTranslation } from '@host/plugin-sdk'
import type { Telemetry } from '../../shared.ts'
import { UsageOrder } from './UsageOrder.tsx'
import { heaviestFirst, useUsageColumns, type Weight } from './useUsageColumns.tsx'

type WorkspaceUsage = Telemetry['workspaces'][number]

/** Usage by workspace, the heaviest users first; each row links to the workspace. */
export function UsageByWorkspace({ workspaces }: { readonly workspaces: Telemetry['workspaces'] | undefined }) {
  const { t } = useTranslation()
  const columns = useUsageColumns()
  const [weight, setWeight] = useState<Weight>('time')
  const title = t('instance.usage.byWorkspace')
  const name = {
    key: 'workspace',
    header: t('instance.usage.workspace'),
    cell: (usage: WorkspaceUsage) => <Whose usage={usage} />,
  }
  return (
    <Panel flush title={title} actions={<UsageOrder weight={weight} onChange={setWeight} />}>
      {workspaces === undefined ? (
        <SkeletonRows rows={5} />
      ) : (
        <Table
          label={title}
          columns={[name, ...columns]}
          rows={heaviestFirst(workspaces, weight)}
          rowKey={({ workspace, kind }) => workspace?.id ?? kind}
        />
      )}
    </Panel>
  )
}

function Whose({ usage: { workspace, kind } }: { readonly usage: WorkspaceUsage }) {
  const { t } = useTranslation()
  if (workspace === null) return <span className="text-muted">{t(`instance.usage.kinds.${kind}`)}</span>
  return (
    <Link
      to={`/workspaces?q=${encodeURIComponent(workspace.name)}`}
      aria-current={undefined}
      className="font-medium underline decoration-line underline-offset-4 hover:decoration-current"
    >
      {workspace.name}
    </Link>
  )
}
