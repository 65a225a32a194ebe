import { inTree } from '../../../apps/server/src/edition.ts'
import { runHostProcess } from './run-host-process.ts'

await runHostProcess(inTree)
