/** A backup or a restore that could not be done. Its message says why and what to do, and has no secret in it. */
export class BackupError extends Error {
  override readonly name: string = 'BackupError'
}

/** Another backup of the same database is being made. */
export class BackupRunning extends BackupError {
  constructor() {
    super('Another backup of this database is running. Wait for it to end, then try again.')
  }
}
