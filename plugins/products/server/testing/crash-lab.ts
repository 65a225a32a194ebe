import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inspect } from 'node:util'
import type { AnyPlugin } from '@host/plugin'
import type { TestHost } from '@host/testing'
import { openProductsLab, type LabScope } from './products-lab.ts'

const end = 'The process ends here.'

/** Tables of the host that the transactions of products write. */
const hostTables = ['host_jobs', 'host_events', 'audit_entries']

/** Lets writes of a database fail between any two statements and commits, as at the end of a process. */
export class Crashes {
  readonly #database: DatabaseSync

  private constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: 5_000 })
    // At once: each commit would block the host, which runs in this process.
    this.#database.exec(`
      begin immediate;
      create table crash (remaining integer not null);
      insert into crash values (-1);
      ${this.#tables().flatMap(triggers).join('\n')}
      commit;`)
  }

  /** A host with products on a database with such failures. */
  static async open(
    context: LabScope,
    others: readonly AnyPlugin[] = [],
  ): Promise<{ readonly host: TestHost; readonly crashes: Crashes }> {
    const folder = await mkdtemp(join(tmpdir(), 'products-crash-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'host.db')
    const host = await openProductsLab(context, others, { HOST_DATABASE_URL: file })
    const crashes = new Crashes(file)
    context.after(() => crashes.#database.close())
    return { host, crashes }
  }

  /** Runs work whose writes fail after so many rows. @returns whether one failed */
  async during(writes: number, work: () => Promise<unknown>): Promise<boolean> {
    this.#database.prepare('update crash set remaining = ?').run(writes)
    const failure: unknown = await work().then(
      () => undefined,
      (error: unknown) => error,
    )
    this.#database.exec('update crash set remaining = -1')
    const text = inspect(failure, { depth: 10 })
    return text.includes(end) || text.includes('"status":500')
  }

  #tables(): readonly string[] {
    const sql = `select name from sqlite_master where type = 'table' and name like 'products\\_%' escape '\\'`
    const rows = this.#database.prepare(sql).all() as unknown as readonly { readonly name: string }[]
    return [...rows.map(({ name }) => name).filter((name) => !name.includes('.')), ...hostTables]
  }
}

/** They count the rows that a transaction writes, and refuse all of them from one on. */
function triggers(table: string): readonly string[] {
  return ['insert', 'update', 'delete'].map(
    (write) => `
      create trigger crash_${table}_${write} before ${write} on ${table}
      when (select remaining from crash) >= 0
      begin
        select case when (select remaining from crash) = 0 then raise(abort, '${end}') end;
        update crash set remaining = remaining - 1;
      end;`,
  )
}
