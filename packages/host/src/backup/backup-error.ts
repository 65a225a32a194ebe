/** A backup or a restore that could not be done. Its message says why and what to do, and has no secret in it. */
export class BackupError extends Error {
  override readonly name: string = 'BackupError'
}

/** The private key of an encrypted backup is missing, or is not the one that it was sealed for. */
export class BackupSealed extends BackupError {}

/** Another backup of the same database is being made. */
export class BackupRunning extends BackupError {
  constructor() {
    super('Another backup of this database is running. Wait for it to end, then try again.')
  }
}
