/** A backup or a restore that could not be done. Its message says why and what to do, and has no secret in it. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
