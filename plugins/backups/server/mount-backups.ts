import { Problem, type Language, type Mux } from '@host/plugin'
import type {
  BackupKind,
  BackupRun,
  BackupsOverview,
  BackupsService,
  JobQueueService,
  RestoreHoldService,
} from '@host/plugin/platform'
import {
  listBackups,
  listedRuns,
  releaseRestore,
  startBackup,
  startDrill,
  type Backups,
  type Hold,
  type Run,
} from '../shared.ts'

/** Dependencies of the routes. */
export interface BackupsParts {
  readonly backups: BackupsService
  readonly hold: RestoreHoldService
  readonly queue: Pick<JobQueueService, 'countDue'>
}

type BackupsMux = Mux<'backups', object, 'instance/backup' | 'instance/backups'>

/** Mounts the routes of instance admins. */
export function mountBackups(mux: BackupsMux, { backups, hold, queue }: BackupsParts): void {
  mux.endpoint(listBackups, async ({ language }) => ({
    ...overviewOut(await backups.overview(listedRuns), language),
    hold: await holdOut(hold, queue),
  }))
  const start = async (kind: BackupKind): Promise<undefined> => {
    // Its job would wait for the release.
    if ((await hold.state()) !== undefined) throw new Problem('conflict', { detail: isHeld })
    if (await backups.start(kind)) return undefined
    throw new Problem('conflict', { detail: isRunning[kind] })
  }
  mux.endpoint(startBackup, () => start('backup'))
  mux.endpoint(startDrill, () => start('drill'))
  mux.endpoint(releaseRestore, async ({ userId }) => {
    if (!(await hold.release(userId))) throw new Problem('conflict', { detail: nothingHeld })
    return undefined
  })
}

function overviewOut(overview: BackupsOverview, language: Language): Omit<Backups, 'hold'> {
  const runOut = (run: BackupRun) => runIn(run, language)
  const { runs, lastBackup, lastProof, place, isEncrypted, schedules, running, troubles } = overview
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
}

function runIn(run: BackupRun, language: Language): Run {
  const { id, kind, state, startedAt, finishedAt, backupId, backupAt, bytes, added } = run
  const note = run.reason?.[language] ?? run.note
  return { id, kind, state, startedAt, finishedAt, backupId, backupAt, bytes, added, note }
}

async function holdOut(hold: RestoreHoldService, queue: BackupsParts['queue']): Promise<Hold | null> {
  const held = await hold.state()
  if (held === undefined) return null
  return { ...held, waitingJobs: await queue.countDue() }
}

const isRunning = {
  backup: { en: 'A backup is already running. Wait until it ends.', zh: '备份正在运行，请等待其结束。' },
  drill: { en: 'A drill is already running. Wait until it ends.', zh: '演练正在运行，请等待其结束。' },
} as const
const isHeld = {
  en: 'Background work is held after a restore. Release it first.',
  zh: '恢复数据后，后台任务已暂停。请先放行。',
}
const nothingHeld = { en: 'No background work is held.', zh: '没有暂停的后台任务。' }
