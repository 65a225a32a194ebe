/**
 * Enqueues jobs at the times of their cron lines, by the host's clock and once however many processes there are:
 *
 *   next_at in the future --its time comes--> due --claimed by one statement that moves next_at on--> in the future, and a job
 *
 * Moving next_at and enqueuing are one transaction. The next time is the first one after now, so times that passed
 * while no process ran make one job together. A waiting job also stands for those that would wait behind it.
 *
 * A clock that was set ahead leaves a next_at that no correct clock reaches soon. A next_at beyond the line's own next
 * time is reset to it (`#putRight`), and makes no job. Clocks of processes always differ a little, which
 * `clockTolerance` allows for. A process whose clock stays ahead makes jobs of its own besides those of the others, but
 * no storm of them: each process reads next_at again only when a time comes that it knows of.
 */
import type { Log } from '@host/plugin'
import { instanceOrgId } from '../request/instance-org-id.ts'
import type { Database } from '../database/database.ts'
import { NamedStatement } from '../database/named-statement.ts'
import { TypeIds } from '../database/type-id.ts'
import { clockTolerance } from './clock-tolerance.ts'
import { CronLine } from './cron-line.ts'
import type { HandledKind } from './job-kinds.ts'
import type { NewRows } from './new-rows.ts'

/** Options of schedules. */
export interface SchedulesOptions {
  readonly database: Pick<Database, 'run' | 'batch' | 'dialect'>
  readonly rows: NewRows
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Pick<Log, 'warn'>
}

/** A schedule as its plugin says it. */
export interface NewSchedule {
  readonly cron: string
  readonly timeZone: string
  /** JSON. */
  readonly input: string
}

interface Schedule extends NewSchedule {
  readonly name: string
  readonly kind: HandledKind
  readonly line: CronLine
  /** Undefined until it was read. */
  nextAt: number | undefined
}

export class Schedules {
  readonly #options: SchedulesOptions
  readonly #ids = new TypeIds()
  readonly #schedules: Schedule[] = []
  readonly #keep: NamedStatement<'id' | 'name' | 'cron' | 'zone' | 'next'>
  readonly #read: NamedStatement<'name', { readonly next_at: number }>
  readonly #moveOn: NamedStatement<'name' | 'slot' | 'next'>

  constructor(options: SchedulesOptions) {
    const { dialect } = options.database
    this.#options = options
    this.#keep = new NamedStatement(dialect, keep)
    this.#read = new NamedStatement(dialect, 'select next_at from host_schedules where name = :name')
    this.#moveOn = new NamedStatement(dialect, moveOn)
  }

  /** @throws TypeError for a line that is none */
  add(kind: HandledKind, { cron, timeZone, input }: NewSchedule): void {
    const line = new CronLine(cron, timeZone)
    const place = this.#schedules.filter((other) => other.kind === kind).length
    const name = `${kind.plugin}:${kind.name}:${place}`
    this.#schedules.push({ name, kind, cron, timeZone, input, line, nextAt: undefined })
  }

  /** Enqueues due jobs. @returns how many jobs */
  async enqueueDue(): Promise<number> {
    const now = this.#options.clock()
    let enqueued = 0
    for (const schedule of this.#schedules) {
      schedule.nextAt ??= await this.#open(schedule, now)
      if (isAstray(schedule, now)) await this.#putRight(schedule, schedule.nextAt)
      else if (schedule.nextAt <= now && (await this.#enqueue(schedule, schedule.nextAt))) enqueued += 1
    }
    return enqueued
  }

  /** Takes a time back that a clock has written that was ahead. */
  async #putRight(schedule: Schedule, slot: number): Promise<void> {
    const { database, clock, log } = this.#options
    const { name, line } = schedule
    const next = line.after(clock())
    const { changes } = await database.run(this.#moveOn.with({ name, slot, next }))
    schedule.nextAt = changes === 1 ? next : await this.#nextOf(name)
    if (changes === 0) return
    const [was, is] = [new Date(slot).toISOString(), new Date(next).toISOString()]
    log.warn('A clock was ahead; the next run of a schedule was reset', { schedule: name, was, is })
  }

  /** When the next job is due. A line that has changed counts from now. */
  async #open({ name, cron, timeZone, line }: Schedule, now: number): Promise<number> {
    const id = this.#ids.next('sched')
    const next = line.after(now)
    await this.#options.database.run(this.#keep.with({ id, name, cron, zone: timeZone, next }))
    return (await this.#nextOf(name)) ?? next
  }

  async #enqueue(schedule: Schedule, slot: number): Promise<boolean> {
    const { database, rows, clock } = this.#options
    const { name, kind, input, line } = schedule
    const next = line.after(clock())
    const job = { orgId: instanceOrgId, plugin: kind.plugin, kind: kind.name, attempts: kind.attempts, input }
    const insert = rows.one({ ...job, uniqueKey: `schedule ${name}` })
    const [moved] = await database.batch([this.#moveOn.with({ name, slot, next }), { ...insert, ifChanged: true }])
    // The process that moved it has enqueued its job.
    schedule.nextAt = moved?.changes === 1 ? next : await this.#nextOf(name)
    return moved?.changes === 1
  }

  async #nextOf(name: string): Promise<number | undefined> {
    const [row] = await this.#read.read(this.#options.database, { name })
    return row?.next_at
  }
}

/** Whether the next time lies beyond that of the line. */
function isAstray({ nextAt = 0, line }: Schedule, now: number): boolean {
  return nextAt > now && nextAt > line.after(now + clockTolerance)
}

const keep = `
  insert into host_schedules (id, name, cron, time_zone, next_at) values (:id, :name, :cron, :zone, :next)
  on conflict (name) do update set cron = excluded.cron, time_zone = excluded.time_zone, next_at = excluded.next_at
  where host_schedules.cron <> excluded.cron or host_schedules.time_zone <> excluded.time_zone`

const moveOn = `update host_schedules set next_at = :next where name = :name and next_at = :slot`
