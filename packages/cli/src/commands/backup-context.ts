import { BackupError, createLog, parseBackupPlace, readConfig, readEnvironment, type BackupPlace } from '@host/host'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'

/** The option that names a place of backups. */
export function placeArgument(description: string) {
  return { type: 'string', description, valueHint: 'folder or s3://bucket/prefix' } as const
}

/** What every command on backups needs. @param place as it was typed; undefined for `HOST_BACKUP` @throws CommandFailure */
export function backupContext({ assets, cwd, env, report }: CliContext, place: string | undefined) {
  return {
    config: readConfig(readEnvironment(cwd, env)),
    place: place === undefined ? undefined : readPlace(place),
    log: createLog({ level: 'warn', format: 'text', write: (line) => report(line.trimEnd()) }),
    threadCode: assets?.text,
  }
}

/** Reads a place of backups as it was typed. @throws CommandFailure */
export function readPlace(text: string): BackupPlace {
  try {
    return parseBackupPlace(text)
  } catch (error) {
    throw new CommandFailure([`${error instanceof Error ? error.message : String(error)}.`], 2)
  }
}

/** Runs work that a signal ends, and makes its refusals the command's own. @throws CommandFailure */
export async function untilStopped<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  stopped = 'Stopped; earlier backups are as they were.',
): Promise<Result> {
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop)
  try {
    return await work(stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) throw new CommandFailure([stopped])
    throw error instanceof BackupError ? new CommandFailure([error.message]) : error
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop)
  }
}

/** Bytes for people, in powers of 1024. */
export function sizeOf(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  const at = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${(bytes / 1024 ** at).toFixed(at === 0 ? 0 : 1)} ${units[at] ?? ''}`
}
