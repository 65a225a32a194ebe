/** The product with only the plugins that the race needs; tests run it as a process. */
import { runExecutable } from '../../../../packages/cli/src/run-executable.ts'
import { gated, race } from './race-plugins.ts'

await runExecutable({ inTree: [], outOfTree: [race, gated] })
