import { serviceToken } from '../service.ts'

/** Limits that the instance sets for its workspaces. A plugin provides them; without one the host uses its defaults. */
export interface WorkspacePolicyService {
  /** How many workspaces one person may own. Instance admins are exempt. */
  mostOwned(): Promise<number>
}

/**
 * The limits of workspaces, provided by the plugin that has the settings of the instance.
 *
 * Audience: platform.
 */
export const WorkspacePolicy = serviceToken<WorkspacePolicyService>('core.workspace-policy')
