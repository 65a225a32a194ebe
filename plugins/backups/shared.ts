import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

/** Runs that the page lists. */
export const listedRuns = 50

const kinds = ['backup', 'drill'] as const
/** State of a run. */
export const runStates = ['running', 'done', 'failed', 'interrupted'] as const

const RunOut = z.object({
  id: z.string(),
  kind: z.enum(kinds).check(z.describe('A drill restores a backup where it changes nothing.')),
  state: z.enum(runStates).check(z.describe('The process of an `interrupted` run ended before it did.')),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  backupId: z.nullable(z.string()).check(z.describe('The backup that was made or tried.')),
  backupAt: z.nullable(z.string()).check(z.describe('The moment of its data.')),
  bytes: z.nullable(z.number()).check(z.describe('Size before compression.')),
  added: z.nullable(z.number()).check(z.describe('Bytes stored in addition to earlier backups.')),
  note: z.nullable(z.string()).check(z.describe('Reason of a failure, or the part that a drill left out.')),
})

const ScheduleOut = z.object({
  cron: z.string().check(z.describe('A cron line in UTC.')),
  nextAt: z.string(),
})

const HoldOut = z.object({
  backupId: z.string(),
  backupAt: z.string().check(z.describe('The moment of the restored data.')),
  restoredAt: z.string(),
  waitingJobs: z
    .number()
    .check(z.describe('Jobs that are due and wait for the release, counted up to 10,000 per plugin.')),
})

const BackupsOut = z.object({
  items: z.array(RunOut),
  nextCursor: z.nullable(z.string()),
  place: z.nullable(z.string()).check(z.describe('Folder or bucket; null without `HOST_BACKUP`.')),
  isEncrypted: z.boolean(),
  schedules: z.nullable(z.object({ backup: ScheduleOut, drill: ScheduleOut })),
  running: z.object({ backup: z.boolean(), drill: z.boolean() }),
  lastBackup: z.nullable(RunOut).check(z.describe('The last successful backup.')),
  lastProof: z.nullable(RunOut).check(z.describe('The last drill that restored a whole backup.')),
  hold: z
    .nullable(HoldOut)
    .check(z.describe('The restore that holds background work: no job runs and nothing is sent until its release.')),
  troubles: z.array(z.enum(['backup_failed', 'backup_overdue', 'drill_failed', 'drill_overdue'])),
})

export type Run = z.infer<typeof RunOut>
export type Hold = z.infer<typeof HoldOut>
export type Backups = z.infer<typeof BackupsOut>

export const listBackups = defineEndpoint({
  pattern: 'GET /api/instance/backups',
  input: nothing,
  output: BackupsOut,
  audience: 'instance',
  summary: 'List the last backups and drills, with their schedule and conditions',
})

export const startBackup = defineEndpoint({
  pattern: 'POST /api/instance/backup',
  input: nothing,
  output: nothing,
  audience: 'instance',
  session: 'recent',
  audit: 'backup.started',
  changes: ['/api/instance/backups'],
  errors: ['conflict'],
  summary: 'Make a backup now',
  description: 'It runs in the background. 409 while one runs, and without `HOST_BACKUP`.',
})

export const startDrill = defineEndpoint({
  pattern: 'POST /api/instance/backups/drill',
  input: nothing,
  output: nothing,
  audience: 'instance',
  session: 'required',
  audit: 'backup.drill_started',
  changes: ['/api/instance/backups'],
  errors: ['conflict'],
  summary: 'Try the last backup by restoring it where it changes nothing',
  description: 'It runs in the background. 409 while one runs, and without `HOST_BACKUP`.',
})

export const releaseRestore = defineEndpoint({
  pattern: 'POST /api/instance/backups/release',
  input: nothing,
  output: nothing,
  audience: 'instance',
  session: 'recent',
  audit: 'restore.released',
  changes: ['/api/instance/backups', '/api/instance/jobs'],
  errors: ['conflict'],
  summary: 'Release the background work that a restore holds',
  description: 'Jobs run and emails and webhooks are sent from then on. 409 while nothing is held.',
})
