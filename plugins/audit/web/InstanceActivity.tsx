import { ActivityPanel } from './ActivityPanel.tsx'
import { instanceLog } from './audit-source.ts'

/** Recent activity of the instance. */
export default function InstanceActivity() {
  return <ActivityPanel source={instanceLog} />
}
