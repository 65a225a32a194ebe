/** A process of its own that holds a database file as a worker does, says so, and leaves a file as the last thing it does. */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { shareHostLock } from '../../src/database/sqlite/host-lock.ts'

const [path = '', lastDeed = ''] = process.argv.slice(2)
using lock = shareHostLock(path)
process.stdout.write(lock === undefined ? '' : 'shared\n')
await sleep(500)
writeFileSync(lastDeed, '')
