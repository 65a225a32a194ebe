import { Problem, type Mux } from '@host/plugin'
import type { BackupKind, BackupRun, BackupsService } from '@host/plugin/platform'
import { listBackups, listedRuns, startBackup, startDrill, type Run } from '../shared.ts'

/** Mounts the routes of instance admins. */
export function mountBackups(
  mux: Mux<'backups', object, 'instance/backup' | 'instance/backups'>,
  backups: BackupsService,
) {
  mux.endpoint(listBackups, async () => {
    const { runs, lastBackup, lastProof, place, isEncrypted, schedules, running, troubles } =
      await backups.overview(listedRuns)
    return {
      items: runs.map(runOut),
      nextCursor: null,
      place,
      isEncrypted,
      schedules,
      running,
      lastBackup: lastBackup && runOut(lastBackup),
      lastProof: lastProof && runOut(lastProof),
      troubles: [...troubles],
    }
  })
  const start = async (kind: BackupKind): Promise<undefined> => {
    if (await backups.start(kind)) return undefined
    throw new Problem('conflict', { detail: isRunning[kind] })
  }
  mux.endpoint(startBackup, () => start('backup'))
  mux.endpoint(startDrill, () => start('drill'))
}

function runOut(run: BackupRun): Run {
  const { id, kind, state, startedAt, finishedAt, backupId, backupAt, bytes, added, note } = run
  return { id, kind, state, startedAt, finishedAt, backupId, backupAt, bytes, added, note }
}

const isRunning = {
  backup: { en: 'A backup is already running. Wait until it ends.', zh: '备份正在运行，请等待其结束。' },
  drill: { en: 'A drill is already running. Wait until it ends.', zh: '演练正在运行，请等待其结束。' },
} as const
