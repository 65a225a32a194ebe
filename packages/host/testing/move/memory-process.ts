/** Moves the instance of the bench, and prints the most memory that its process had, in bytes. */
import { readFileSync } from 'node:fs'
import { moveHost } from '../../src/boot/move-commands.ts'
import { optionsOf } from './move-lab.ts'
import { movingBuild } from './moving-rows.ts'

const [from = '', to = ''] = process.argv.slice(2)
await moveHost(optionsOf(from, to, { plugins: movingBuild }))
const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
process.stdout.write(String(Number(peak) * 1_024))
