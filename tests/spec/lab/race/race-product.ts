/** The product with what a race for rights needs, and nothing else: what tests run as a process. */
import { runExecutable } from '../../../../packages/cli/src/run-executable.ts'
import { gated, race } from './race-plugins.ts'

await runExecutable({ inTree: [], outOfTree: [race, gated] })
