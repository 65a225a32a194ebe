import { ActivityPanel } from './ActivityPanel.tsx'
import { workspaceLog } from './audit-source.ts'

/** What happened lately in the workspace. */
export default function WorkspaceActivity() {
  return <ActivityPanel source={workspaceLog} />
}
