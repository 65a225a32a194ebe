/** The commands of the executable, for a backup in a process of its own. */
import { runExecutable } from '../../packages/cli/src/run-executable.ts'

await runExecutable({ inTree: [], outOfTree: [] })
