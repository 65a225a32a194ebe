/**
 * Backups and drills that the host runs by itself: jobs of the instance, so that one process of a deployment does each.
 * The work is done by a process of its own, which keeps a host that serves requests free of it, and records its run; this
 * one waits for its end. A run that fails is not a failed job: its record has the reason, and the schedule comes again.
 */
import { defineJob, type JobOutcome, type JobRun, type JobsService, type Log } from '@host/plugin'
import type { BackupKind, BackupRun } from '@host/plugin/platform'
import * as z from 'zod/mini'
import type { BackupRuns } from './backup-runs.ts'
import { noteOf, noteOfText, type RunNote } from './run-note.ts'
import type { ProcessEnd, RunSelf } from './run-self.ts'

const minute = 60_000
const NoInput = z.strictObject({})
// Waiting for a process takes a slot for long and no work, as waiting for a network does.
const limits = {
  input: NoInput,
  place: 'instance',
  timeout: 360 * minute,
  attempts: 1,
  concurrency: 1,
  usesNetwork: true,
} as const

const makeBackup = defineJob({ name: 'make-backup', ...limits })
const tryBackup = defineJob({ name: 'try-backup', ...limits })

/** The job of each kind, and the arguments of its process. */
export const backupWork = {
  backup: { job: makeBackup, args: ['backup'] },
  drill: { job: tryBackup, args: ['backups', 'drill'] },
} as const satisfies Record<BackupKind, unknown>

export const backupKinds = ['backup', 'drill'] as const

/** Options of the jobs. */
export interface BackupJobsOptions {
  readonly jobs: Pick<JobsService, 'handle' | 'schedule' | 'enqueueForInstance'>
  readonly runs: Pick<BackupRuns, 'isRunning' | 'settle'>
  readonly runSelf: RunSelf
  /** Fit to be shown. */
  readonly place: string
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** A run begins or has ended. */
  onChange(): void
  onFailure(run: BackupRun): Promise<void>
}

export class BackupJobs {
  readonly #options: BackupJobsOptions

  constructor(options: BackupJobsOptions) {
    this.#options = options
    for (const kind of backupKinds) options.jobs.handle(backupWork[kind].job, (scope) => this.#run(kind, scope))
  }

  /** Runs each kind at the times of a cron line in UTC. */
  schedule(lines: Readonly<Record<BackupKind, string>>): void {
    for (const kind of backupKinds) this.#options.jobs.schedule(backupWork[kind].job, lines[kind], { input: {} })
  }

  /** Adds a job, unless one waits. */
  async enqueue(kind: BackupKind): Promise<void> {
    await this.#options.jobs.enqueueForInstance(backupWork[kind].job, {}, { uniqueKey: 'now' })
  }

  async #run(
    kind: BackupKind,
    { signal, again }: Pick<JobRun, 'again'> & { readonly signal: AbortSignal },
  ): Promise<JobOutcome | void> {
    const { runs, clock, onChange, onFailure, place, log } = this.#options
    // Such as one from the command line, or one whose host has died.
    if (await runs.isRunning(kind)) return again(5 * minute)
    const since = clock()
    onChange()
    const { end, lastLine } = await this.#process(kind, signal)
    // The host stops: the job runs again on another process, or after the next start.
    signal.throwIfAborted()
    if (end === 0) return onChange()
    const run = await runs.settle({ kind, since, place, note: endNote(end, lastLine) })
    if (run === undefined) return again(5 * minute)
    onChange()
    log.warn('A scheduled backup or drill failed', { kind, reason: run.note ?? '' })
    return await onFailure(run)
  }

  async #process(
    kind: BackupKind,
    signal: AbortSignal,
  ): Promise<{ readonly end: ProcessEnd; readonly lastLine: string }> {
    const { log, runSelf } = this.#options
    let lastLine = ''
    const onLine = (line: string): void => {
      lastLine = line
      log.info('Output of a backup process', { kind, line })
    }
    const end = await runSelf(backupWork[kind].args, { signal, onLine })
    return { end, lastLine }
  }
}

/** Why a process ended that did not record it. */
function endNote(end: ProcessEnd, lastLine: string): RunNote {
  if (typeof end === 'string') return noteOf({ code: 'ended_by', facts: { signal: end } })
  return lastLine === '' ? noteOf({ code: 'ended', facts: { code: end } }) : noteOfText(lastLine)
}
