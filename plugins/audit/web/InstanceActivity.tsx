import { ActivityPanel } from './ActivityPanel.tsx'
import { instanceLog } from './audit-source.ts'

/** What happened lately in the instance. */
export default function InstanceActivity() {
  return <ActivityPanel source={instanceLog} />
}
