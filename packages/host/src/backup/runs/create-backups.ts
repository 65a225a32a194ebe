import { Problem, type JobsService, type Log } from '@host/plugin'
import type {
  BackupKind,
  BackupRun,
  BackupSchedule,
  BackupsOverview,
  BackupsService,
  BackupTrouble,
} from '@host/plugin/platform'
import { CronLine } from '../../jobs/cron-line.ts'
import type { BackupDatabase } from '../../models/backup.ts'
import type { BackupConfig } from '../backup-config.ts'
import { shownPlace } from '../repository/open-repository.ts'
import { BackupJobs, backupKinds, backupWork } from './backup-jobs.ts'
import { BackupRuns, type RunsOfKind } from './backup-runs.ts'
import { troublesOf } from './backup-troubles.ts'
import type { RunSelf } from './run-self.ts'

/** Options of the backups of a host. */
export interface BackupsOptions {
  readonly config: BackupConfig
  readonly db: BackupDatabase
  readonly jobs: Pick<JobsService, 'handle' | 'schedule' | 'enqueueForInstance'>
  /** Whether a job of the host waits or runs. */
  hasOpenJob(kind: string): Promise<boolean>
  /** Undefined for a host that can't run its executable, such as one inside of another program. */
  readonly runSelf: RunSelf | undefined
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Notifies open pages. */
  onChange(): void
}

/** The backups of a host. */
export interface HostBackups {
  readonly service: BackupsService
  readonly runs: BackupRuns
}

type OfEachKind<Value> = Readonly<Record<BackupKind, Value>>

/** Schedules backups where there is a place for them, and makes the service `Backups`. */
export function createBackups(options: BackupsOptions): HostBackups {
  const { db, log, clock } = options
  const runs = new BackupRuns({ db, clock })
  const listeners = new Set<(run: BackupRun) => void | Promise<void>>()
  const notify = async (run: BackupRun): Promise<void> => {
    for (const listener of listeners) {
      try {
        await listener(run)
      } catch (error) {
        log.error('A failed backup could not be reported', { err: error })
      }
    }
  }
  const jobs = openJobs(options, runs, notify)
  const reader = new OverviewReader(options, runs)
  const service = Object.freeze<BackupsService>({
    overview: (limit) => reader.read(limit),
    async start(kind) {
      if (jobs === undefined) throw new Problem('conflict', { detail: notSetUp })
      if (await reader.isRunning(kind)) return false
      await jobs.enqueue(kind)
      options.onChange()
      return true
    },
    onFailure(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  return Object.freeze<HostBackups>({ service, runs })
}

const notSetUp = {
  en: 'Set HOST_BACKUP and restart, then try again.',
  zh: '请设置 HOST_BACKUP 并重启，然后重试。',
}

function openJobs(
  options: BackupsOptions,
  runs: BackupRuns,
  onFailure: (run: BackupRun) => Promise<void>,
): BackupJobs | undefined {
  const { runSelf, config } = options
  if (config.place === undefined || runSelf === undefined) return undefined
  const jobs = new BackupJobs({ ...options, runs, runSelf, place: shownPlace(config.place), onFailure })
  jobs.schedule({ backup: config.at, drill: config.drillAt })
  return jobs
}

/** Reads the state of the backups, from the rows alone. */
class OverviewReader {
  readonly #options: BackupsOptions
  readonly #runs: BackupRuns

  constructor(options: BackupsOptions, runs: BackupRuns) {
    this.#options = options
    this.#runs = runs
  }

  async read(limit: number): Promise<BackupsOverview> {
    const { config, runSelf } = this.#options
    const [backup, drill] = [await this.#runs.ofKind('backup', limit), await this.#runs.ofKind('drill', limit)]
    const { place } = config
    const isScheduled = place !== undefined && runSelf !== undefined
    return Object.freeze<BackupsOverview>({
      place: place === undefined ? null : shownPlace(place),
      isEncrypted: config.recipient !== undefined,
      schedules: isScheduled ? this.#schedules() : null,
      running: {
        backup: backup.isRunning || (await this.#hasOpenJob('backup')),
        drill: drill.isRunning || (await this.#hasOpenJob('drill')),
      },
      lastBackup: backup.lastDone ?? null,
      lastProof: drill.lastComplete ?? null,
      troubles: isScheduled ? this.#troubles({ backup, drill }) : [],
      runs: [...backup.recent, ...drill.recent]
        .toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1))
        .slice(0, limit),
    })
  }

  async isRunning(kind: BackupKind): Promise<boolean> {
    return (await this.#hasOpenJob(kind)) || (await this.#runs.isRunning(kind))
  }

  async #hasOpenJob(kind: BackupKind): Promise<boolean> {
    return await this.#options.hasOpenJob(backupWork[kind].job.name)
  }

  #schedules(): OfEachKind<BackupSchedule> {
    const { config, clock } = this.#options
    const of = (cron: string): BackupSchedule => ({
      cron,
      nextAt: new Date(new CronLine(cron, 'UTC').after(clock())).toISOString(),
    })
    return { backup: of(config.at), drill: of(config.drillAt) }
  }

  #troubles({ backup, drill }: OfEachKind<RunsOfKind>): readonly BackupTrouble[] {
    const { config, clock } = this.#options
    // A drill needs a backup, so none is late before there is one.
    const first = backup.first && Date.parse(backup.first.startedAt)
    const [crons, runs] = [
      { backup: config.at, drill: config.drillAt },
      { backup, drill },
    ]
    return backupKinds.flatMap((kind) =>
      troublesOf({ ...runs[kind], kind, cron: crons[kind], expectedSince: first }, clock()),
    )
  }
}
