/** Moves the instance of a lab in a process of its own, which dies in the middle of a table. */
import { moveHost } from '../../src/boot/move-commands.ts'
import { isPostgres } from '../../src/database/open-database.ts'
import { optionsOf } from './move-lab.ts'

const [from = '', to = '', limit = ''] = process.argv.slice(2)
const die = (): boolean => process.kill(process.pid, 'SIGKILL')

/** Dies behind so many rows: on PostgreSQL, while the next transaction is on its way. */
const onCopied = (_: string, rows: number): void => {
  if (rows < Number(limit)) return
  if (isPostgres(to)) setImmediate(die)
  else die()
}
await moveHost(optionsOf(from, to, { onCopied }))
