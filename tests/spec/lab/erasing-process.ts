/** A separate process that erases due data, and reports its start. */
import { openDatabase } from '../../../packages/host/src/database/open-database.ts'
import { openDataLab } from './data-lab.ts'

const lab = await openDataLab(await openDatabase({ url: process.argv[2] ?? '', isExclusive: false }))
process.stdout.write('begins\n')
await lab.eraser.round()
await new Promise((resolve) => setTimeout(resolve, 60_000))
