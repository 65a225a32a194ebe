import { Link } from '@host/plugin-sdk'
import type { InstanceDomain } from '../../shared.ts'

/** A workspace, which leads to its row in the list of workspaces. */
export function WorkspaceLink({ workspace: { name } }: Pick<InstanceDomain, 'workspace'>) {
  return (
    <Link to={`/workspaces?q=${encodeURIComponent(name)}`} className="block max-w-48 truncate hover:underline">
      {name}
    </Link>
  )
}
