/**
 * Enqueues a job in each workspace at the times of cron lines, once however many processes there are. A schedule has a row
 * for each time zone, not for each workspace:
 *
 *   next_at in the future --its time comes--> due --#page--> due, after_id at the last workspace of the page
 *                         <--#page, the last one: next_at moves on-------'
 *
 * Each page is one transaction: the row's step and the jobs of the page. A process that is killed between two pages leaves
 * the rest to the next, which continues after after_id; of two processes one makes the step, and the other reads the row.
 * The next time is the first one after now, so times that passed while no process ran make one job together.
 *
 * A job is delayed by the turn of its workspace within the spread. A clock that was ahead is treated as in `schedules.ts`.
 */
import type { Log, MaybePromise } from '@host/plugin'
import type { Database } from '../database/database.ts'
import type { JobEligibility } from './claim-planner.ts'
import { clockTolerance } from './clock-tolerance.ts'
import { CronLine } from './cron-line.ts'
import type { HandledKind } from './job-kinds.ts'
import type { NewJob } from './new-job.ts'
import type { NewRows } from './new-rows.ts'
import type { NewSchedule } from './schedules.ts'
import { spreadAt, turnOf } from './spread.ts'
import { pageSize, WorkspaceList } from './workspace-list.ts'
import { ZoneSlots, type ZoneSlot } from './zone-slots.ts'

/** Options of schedules for workspaces. */
export interface WorkspaceSchedulesOptions {
  readonly database: Pick<Database, 'run' | 'batch' | 'dialect'>
  readonly rows: NewRows
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Pick<Log, 'warn'>
  eligibilityOf(orgId: string, kind: HandledKind): MaybePromise<JobEligibility>
}

interface WorkspaceSchedule extends NewSchedule {
  readonly name: string
  readonly kind: HandledKind
  /** By time zone. */
  readonly lines: Map<string, CronLine>
  slots: readonly ZoneSlot[]
}

/** `timeZone` of a schedule in the time zone of each workspace. */
const ofWorkspace = 'workspace'
/** How often rows and the time zones of workspaces are read, in milliseconds. */
const lookEvery = 30_000

export class WorkspaceSchedules {
  readonly #options: WorkspaceSchedulesOptions
  readonly #list: WorkspaceList
  readonly #stored: ZoneSlots
  readonly #schedules: WorkspaceSchedule[] = []
  #lookedAt: number | undefined

  constructor(options: WorkspaceSchedulesOptions) {
    this.#options = options
    this.#list = new WorkspaceList(options.database)
    this.#stored = new ZoneSlots(options.database)
  }

  /** @throws TypeError for an invalid line */
  add(kind: HandledKind, { cron, timeZone, input }: NewSchedule): void {
    const zone = timeZone === ofWorkspace ? 'UTC' : timeZone
    const lines = new Map([[zone, new CronLine(cron, zone)]])
    const place = this.#schedules.filter((other) => other.kind === kind).length
    const name = `${kind.plugin}:${kind.name}:${place}`
    this.#schedules.push({ name, kind, cron, timeZone, input, lines, slots: [] })
  }

  /** Enqueues due jobs, a page of workspaces for each time zone. @returns whether more are due */
  async enqueueDue(): Promise<boolean> {
    if (this.#schedules.length === 0) return false
    const now = this.#options.clock()
    if (this.#lookedAt === undefined || Math.abs(now - this.#lookedAt) >= lookEvery) await this.#look(now)
    let hasMore = false
    for (const schedule of this.#schedules) {
      for (const slot of schedule.slots) {
        if (this.#isAstray(schedule, slot, now)) await this.#putRight(schedule, slot)
        else if (slot.nextAt <= now && (await this.#page(schedule, slot))) hasMore = true
      }
    }
    return hasMore
  }

  /** Opens the zones that are new: from the last look, so that no time between is missed. */
  async #look(now: number): Promise<void> {
    const from = Math.min(this.#lookedAt ?? now, now)
    const used = this.#schedules.some(({ timeZone }) => timeZone === ofWorkspace) ? await this.#list.timeZones() : []
    for (const schedule of this.#schedules) await this.#open(schedule, used, from)
    this.#lookedAt = now
  }

  async #open(schedule: WorkspaceSchedule, used: readonly string[], from: number): Promise<void> {
    const { name, cron, timeZone } = schedule
    const stored = await this.#stored.of(name)
    // Zones without a workspace go on too: one that comes back must not make up for the time between.
    const zones = timeZone === ofWorkspace ? new Set([...used, ...stored.map((slot) => slot.timeZone)]) : [timeZone]
    const opened = [...zones].filter((zone) => !stored.some((slot) => slot.timeZone === zone && slot.cron === cron))
    for (const zone of opened) {
      const nextAt = this.#lineOf(schedule, zone).after(from)
      await this.#stored.open(name, { timeZone: zone, cron, nextAt })
    }
    schedule.slots = opened.length === 0 ? this.#own(schedule, stored) : await this.#reread(schedule)
  }

  async #reread(schedule: WorkspaceSchedule): Promise<readonly ZoneSlot[]> {
    return this.#own(schedule, await this.#stored.of(schedule.name))
  }

  #own({ timeZone }: WorkspaceSchedule, slots: readonly ZoneSlot[]): readonly ZoneSlot[] {
    return timeZone === ofWorkspace ? slots : slots.filter((slot) => slot.timeZone === timeZone)
  }

  /** @returns whether more is due in this zone */
  async #page(schedule: WorkspaceSchedule, from: ZoneSlot): Promise<boolean> {
    const { database, rows, clock } = this.#options
    const { name, timeZone } = schedule
    const zone = timeZone === ofWorkspace ? from.timeZone : undefined
    const orgIds = await this.#list.page({ timeZone: zone, after: from.after })
    const isLast = orgIds.length < pageSize
    const line = this.#lineOf(schedule, from.timeZone)
    const to = isLast ? { nextAt: line.after(clock()), after: '' } : { nextAt: from.nextAt, after: orgIds.at(-1) ?? '' }
    const jobs = await this.#jobs(schedule, orgIds, spreadAt(line, from.nextAt))
    const step = this.#stored.step({ name, from, to })
    const inserts = jobs.length === 0 ? [] : [{ ...rows.many(jobs), ifChanged: true }]
    const [moved] = await database.batch([step, ...inserts])
    schedule.slots = moved?.changes === 1 ? put(schedule.slots, { ...from, ...to }) : await this.#reread(schedule)
    return schedule.slots.some((slot) => slot.timeZone === from.timeZone && slot.nextAt <= clock())
  }

  /** The jobs of the workspaces in which the feature is on. */
  async #jobs(
    { name, kind, input }: WorkspaceSchedule,
    orgIds: readonly string[],
    spread: number,
  ): Promise<readonly NewJob[]> {
    const jobs: NewJob[] = []
    const { plugin, attempts } = kind
    for (const orgId of orgIds) {
      if ((await this.#options.eligibilityOf(orgId, kind)) !== 'open') continue
      const delay = Math.floor(spread * turnOf(name, orgId))
      jobs.push({ orgId, plugin, kind: kind.name, attempts, input, delay, uniqueKey: `schedule ${name}` })
    }
    return jobs
  }

  #isAstray(schedule: WorkspaceSchedule, { timeZone, nextAt }: ZoneSlot, now: number): boolean {
    return nextAt > now && nextAt > this.#lineOf(schedule, timeZone).after(now + clockTolerance)
  }

  async #putRight(schedule: WorkspaceSchedule, from: ZoneSlot): Promise<void> {
    const { database, clock, log } = this.#options
    const { name } = schedule
    const to = { nextAt: this.#lineOf(schedule, from.timeZone).after(clock()), after: '' }
    const { changes } = await database.run(this.#stored.step({ name, from, to }))
    schedule.slots = await this.#reread(schedule)
    if (changes === 0) return
    const [was, is] = [new Date(from.nextAt).toISOString(), new Date(to.nextAt).toISOString()]
    log.warn('A clock was ahead; the next run of a schedule was reset', { schedule: name, was, is })
  }

  /** A zone that a newer process has stored, and this one does not know, counts as UTC here. */
  #lineOf({ name, cron, lines }: WorkspaceSchedule, zone: string): CronLine {
    const known = lines.get(zone)
    if (known !== undefined) return known
    let line: CronLine
    try {
      line = new CronLine(cron, zone)
    } catch (error) {
      this.#options.log.warn('The time zone of a workspace is unknown; its schedules run in UTC', {
        schedule: name,
        zone,
        error,
      })
      line = new CronLine(cron, 'UTC')
    }
    lines.set(zone, line)
    return line
  }
}

function put(slots: readonly ZoneSlot[], changed: ZoneSlot): readonly ZoneSlot[] {
  return slots.map((slot) => (slot.timeZone === changed.timeZone ? changed : slot))
}
