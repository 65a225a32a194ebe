import { createBackups, type HostBackups } from '../backup/runs/create-backups.ts'
import { backupFamilies } from '../backup/runs/backup-families.ts'
import type { HostJobs } from '../jobs/create-jobs.ts'
import type { LivePublisher } from '../live/live-publisher.ts'
import { toInstance } from '../live/live-message.ts'
import { backupModels } from '../models/backup.ts'
import type { BootOptions } from './boot-options.ts'
import type { BaseServices } from './create-base-services.ts'

interface BackupParts extends Pick<BaseServices, 'parts' | 'data' | 'metrics'> {
  readonly jobs: HostJobs
  readonly live: LivePublisher
}

/** Opens the backups that the host makes by itself, and measures them. */
export function openBackups(
  { config, runSelf }: BootOptions,
  { parts: { log, clock }, data, metrics, jobs, live }: BackupParts,
): HostBackups {
  const backups = createBackups({
    config: config.backup,
    db: data.forHost(backupModels),
    jobs: jobs.serviceOf('host'),
    hasOpenJob: (kind) => jobs.hasOpen('host', kind),
    runSelf,
    log,
    clock,
    onChange: () => live.tell({ to: toInstance, paths: ['/api/instance/backups'], by: null }),
  })
  if (config.backup.place !== undefined) {
    metrics.addShared(async () => backupFamilies(await backups.runs.lastBackup(), clock()))
  }
  return backups
}
