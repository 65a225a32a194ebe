import { useState, type ReactNode } from 'react'
import { Button, Panel, useTranslation } from '@host/plugin-sdk'
import { deleteWorkspace, leaveWorkspace, transferWorkspace, type Workspace } from '../shared.ts'
import { DeleteWorkspace } from './DeleteWorkspace.tsx'
import { LeaveWorkspace } from './LeaveWorkspace.tsx'
import { TransferWorkspace } from './TransferWorkspace.tsx'

const endpoints = { transfer: transferWorkspace, leave: leaveWorkspace, delete: deleteWorkspace } as const
const dialogs = { transfer: TransferWorkspace, leave: LeaveWorkspace, delete: DeleteWorkspace } as const

/** Transfer and deletion of the workspace. */
export function DangerZone({ workspace }: { readonly workspace: Workspace }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<keyof typeof dialogs | null>(null)
  const Dialog = asking === null ? null : dialogs[asking]
  const acts = workspace.role === 'owner' ? (['transfer', 'leave', 'delete'] as const) : (['leave'] as const)
  return (
    <Panel title={t('workspaces.danger.title')} flush>
      <ul className="divide-y divide-line">
        {acts.map((act) => (
          <Act key={act} title={t(`workspaces.${act}.title`)} description={t(`workspaces.${act}.description`)}>
            <Button
              calls={endpoints[act]}
              variant={act === 'delete' ? 'danger' : 'secondary'}
              onClick={() => setAsking(act)}
            >
              {t(`workspaces.${act}.start`)}
            </Button>
          </Act>
        ))}
      </ul>
      {Dialog !== null && <Dialog workspace={workspace} onClose={() => setAsking(null)} />}
    </Panel>
  )
}

interface ActProps {
  readonly title: string
  readonly description: string
  readonly children: ReactNode
}

function Act({ title, description, children }: ActProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">{title}</p>
        <p className="text-sm text-muted">{description}</p>
      </div>
      {children}
    </li>
  )
}
