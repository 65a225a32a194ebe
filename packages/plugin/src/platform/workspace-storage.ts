import { serviceToken } from '../service.ts'

/** Size of one workspace's data in the database, without indexes, and in blobs. */
export interface WorkspaceStorageOf {
  readonly orgId: string
  readonly bytes: number
  /** When its oldest part was counted, ISO 8601. */
  readonly countedAt: string
  /** By the owner of the tables, the largest first; owners without a row are left out. */
  readonly parts: readonly WorkspaceStoragePart[]
}

/** The tables of one owner. */
export interface WorkspaceStoragePart {
  /** A plugin, or a part of the host such as `audit` or `idempotency`. */
  readonly owner: { readonly kind: 'host' | 'plugin'; readonly name: string }
  readonly bytes: number
  readonly rows: number
}

/** Sizes of workspaces, as counted in the background within the last hours. */
export interface WorkspaceStorageService {
  /** Those that were counted so far, of at most 200. Counts nothing by itself. */
  of(orgIds: readonly string[]): Promise<readonly WorkspaceStorageOf[]>
}

/**
 * Sizes of workspaces.
 *
 * Audience: platform.
 */
export const WorkspaceStorage = serviceToken<WorkspaceStorageService>('core.workspace-storage')
