import type { AnyModel, ExportsService, Log } from '@host/plugin'
import type { OwnWorkspace } from '@host/plugin/platform'
import type { AuditLogParts } from '../audit/create-audit.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Faults } from '../observability/containment/faults.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { EquippedPlugin } from '../pipeline/equipped-plugin.ts'
import type { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { hostModels } from '../models/host-models.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { SilentChange } from '../domain-changes/domain-change.ts'
import { identityModels } from '../identity/index.ts'
import { eraseWorkspace } from './erase-workspace.ts'
import { Eraser } from './eraser.ts'
import { exportWorkspace } from './export-workspace.ts'

/** Dependencies of workspace export and erasure. */
export interface WorkspaceDataOptions {
  readonly database: Database
  readonly data: DataAccess
  readonly plugins: readonly EquippedPlugin[]
  readonly contexts: ExecutionContexts
  readonly faults: Faults
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  readonly recorder: ChangeRecorder<SilentChange>
  readonly chainsOn: AuditLogParts['chainsOn']
  readonly blobs: Pick<BlobStore, 'page' | 'read'>
  readonly exports: ExportsService
}

/** All that a workspace has, over the host and all plugins. */
export interface WorkspaceDataParts {
  export(workspace: OwnWorkspace, signal: AbortSignal): ReadableStream<Uint8Array>
  /** @param forget takes a workspace out of the memory of every process */
  eraser(forget: (orgId: string) => Promise<void>): Eraser
}

/** Creates the export and erasure of workspaces. It does nothing until the eraser is started. */
export function createWorkspaceData(options: WorkspaceDataOptions): WorkspaceDataParts {
  const { data, plugins } = options
  const models: readonly AnyModel[] = [
    ...hostModels,
    ...plugins.flatMap(({ registered }) => registered.plugin.models.filter(({ kind }) => kind === 'model')),
  ]
  const parts = { ...options, models, host: options }
  return Object.freeze<WorkspaceDataParts>({
    export: (workspace, signal) => exportWorkspace(parts, workspace, signal),
    eraser: (forget) =>
      new Eraser({
        ...options,
        db: data.forHost(identityModels),
        erase: (orgId) => eraseWorkspace(parts, orgId),
        forget,
      }),
  })
}
