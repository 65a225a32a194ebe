/**
 * A separate process that opens a vault or rotates its keys, and may kill itself on the way: `open <url> <folder>`
 * waits for a line first and prints the sealed value; `rotate <url> <folder> [step] [nth]` dies when it has passed that
 * step for the nth time. Keys come from `HOST_SECRET_KEY` or from a key file.
 */
import { once } from 'node:events'
import { openDatabase } from '../../../src/database/open-database.ts'
import { openVault } from '../../../src/security/encryption/open-vault.ts'
import { rotateKeys, type RotationStep } from '../../../src/security/encryption/rotate-keys.ts'
import { keyOptions } from './lab-vault.ts'

const [command, url = '', folder = '', fatalStep, nth = '1'] = process.argv.slice(2)
const keys = process.env['HOST_SECRET_KEY']
const database = await openDatabase({ url, isExclusive: false, durability: 'normal' })
const options = keyOptions(database, url, keys === undefined ? { folder } : { keys: keys.split(',') })

let left = Number(nth)
function dieAt(step: RotationStep): void {
  if (step !== fatalStep) return
  left -= 1
  if (left > 0) return
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

process.stdout.write('ready\n')
if (command === 'open') {
  await once(process.stdin, 'data')
  const vault = await openVault(options)
  process.stdout.write(`${await vault.seal('sealed by a process', { plugin: 'host', field: 'test' })}\n`)
} else {
  const { rewrapped } = await rotateKeys({ ...options, onStep: dieAt })
  process.stdout.write(`${rewrapped}\n`)
}
await database.close()
process.stdin.destroy()
