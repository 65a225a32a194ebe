import type { EndpointOutput } from '@host/plugin-sdk'
import type { readWorkspacePlan } from '../../shared.ts'

/** The plan of a workspace, as the console reads it. */
export type Planned = EndpointOutput<typeof readWorkspacePlan>

/** Props of the dialogs that decide something for one workspace. */
export interface PlannedProps {
  readonly planned: Planned
  readonly onClose: () => void
}
