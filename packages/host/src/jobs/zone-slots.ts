/** The stored state of schedules for workspaces: one row for each time zone of a schedule. */
import type { Database } from '../database/database.ts'
import { NamedStatement } from '../database/named-statement.ts'
import { TypeIds } from '../database/type-id.ts'

interface SlotRow {
  readonly time_zone: string
  readonly cron: string
  readonly next_at: number
  readonly after_id: string
}

/** How far a time zone of a schedule is. */
export interface ZoneSlot {
  readonly timeZone: string
  readonly cron: string
  /** Milliseconds of the host's clock. */
  readonly nextAt: number
  /** The last workspace that has its job for `nextAt`; empty before the first. */
  readonly after: string
}

/** A step from one state to the next. */
export interface SlotStep {
  readonly name: string
  readonly from: ZoneSlot
  readonly to: Pick<ZoneSlot, 'nextAt' | 'after'>
}

export class ZoneSlots {
  readonly #database: Pick<Database, 'run'>
  readonly #ids = new TypeIds()
  readonly #keep: NamedStatement<'id' | 'name' | 'zone' | 'cron' | 'next'>
  readonly #read: NamedStatement<'name', SlotRow>
  readonly #move: NamedStatement<'name' | 'zone' | 'slot' | 'seen' | 'next' | 'after'>

  constructor(database: Pick<Database, 'run' | 'dialect'>) {
    const { dialect } = database
    this.#database = database
    this.#keep = new NamedStatement(dialect, keep)
    this.#read = new NamedStatement(dialect, read)
    this.#move = new NamedStatement(dialect, move)
  }

  async of(name: string): Promise<readonly ZoneSlot[]> {
    const rows = await this.#read.read(this.#database, { name })
    return rows.map(({ time_zone: timeZone, cron, next_at: nextAt, after_id: after }) => ({
      timeZone,
      cron,
      nextAt,
      after,
    }))
  }

  /** Adds a zone that is not there yet, or starts one over whose line has changed. */
  async open(name: string, { timeZone: zone, cron, nextAt: next }: Omit<ZoneSlot, 'after'>): Promise<void> {
    await this.#database.run(this.#keep.with({ id: this.#ids.next('wsched'), name, zone, cron, next }))
  }

  /** Changes nothing when another process was first. */
  step({ name, from, to }: SlotStep): ReturnType<NamedStatement<string>['with']> {
    const { timeZone: zone, nextAt: slot, after: seen } = from
    return this.#move.with({ name, zone, slot, seen, next: to.nextAt, after: to.after })
  }
}

const keep = `
  insert into host_workspace_schedules (id, name, time_zone, cron, next_at, after_id)
  values (:id, :name, :zone, :cron, :next, '')
  on conflict (name, time_zone) do update set cron = excluded.cron, next_at = excluded.next_at, after_id = ''
  where host_workspace_schedules.cron <> excluded.cron`

const read = 'select time_zone, cron, next_at, after_id from host_workspace_schedules where name = :name'

const move = `
  update host_workspace_schedules set next_at = :next, after_id = :after
  where name = :name and time_zone = :zone and next_at = :slot and after_id = :seen`
