import { serviceToken } from '../service.ts'

/** Key-value settings of a workspace, apart for each plugin; values are JSON. */
export interface WorkspaceSettingsService {
  get(plugin: string, orgId: string, key: string): Promise<unknown>
  set(plugin: string, orgId: string, key: string, value: unknown): Promise<void>
}

/**
 * Key-value settings of workspaces.
 *
 * Audience: platform.
 */
export const WorkspaceSettings = serviceToken<WorkspaceSettingsService>('core.workspace-settings')
