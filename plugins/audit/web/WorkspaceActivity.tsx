import { ActivityPanel } from './ActivityPanel.tsx'
import { workspaceLog } from './audit-source.ts'

/** Recent activity of the workspace. */
export default function WorkspaceActivity() {
  return <ActivityPanel source={workspaceLog} />
}
