/** The writer's thread with faults that a statement plants: `select 1 -- plant <how often> <which statement>`. */
const writer = new URL('../../src/database/sqlite/sqlite-writer.ts', import.meta.url).href

/** The thread's code: the next runs of a planted statement fail as on a disk that fails; `exit` ends the thread. */
export const faultyWriterCode = `
import { StatementSync } from 'node:sqlite'
import { parentPort } from 'node:worker_threads'

const planted = new Map()
const { run, all } = StatementSync.prototype
StatementSync.prototype.all = function (...values) {
  const [, times, sql] = / -- plant (\\d+) (.+)$/.exec(this.sourceSQL) ?? []
  if (sql === 'exit') process.exit(Number(times))
  if (sql !== undefined) planted.set(sql, Number(times))
  return all.apply(this, values)
}
StatementSync.prototype.run = function (...values) {
  const left = planted.get(this.sourceSQL) ?? 0
  planted.set(this.sourceSQL, left - 1)
  if (left > 0) throw Object.assign(new Error('disk I/O error'), { errcode: 778 })
  return run.apply(this, values)
}
await import(${JSON.stringify(writer)})
`
