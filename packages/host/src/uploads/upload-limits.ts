/** Limits of uploads in one process. Each one has a piece of its file in memory: 256 kB, or 4 MiB outside the database. */
export interface UploadLimits {
  /** Uploads at the same time: in all, of one workspace, and of one person in all workspaces. */
  readonly total: number
  readonly perWorkspace: number
  readonly perPerson: number
  /** Milliseconds that the host waits for a client in all, before its pace counts. */
  readonly grace: number
  /** Bytes that the client sends in a second of waiting, on average. */
  readonly pace: number
}

/** 16 files with 4 MiB each take the 64 MiB that all other bodies share, too. 100 MiB take 28 minutes at most. */
export const defaultUploadLimits: UploadLimits = Object.freeze({
  total: 16,
  perWorkspace: 8,
  perPerson: 4,
  grace: 30_000,
  pace: 64 * 1024,
})
