/** The executable without a plugin, for commands that need none: it starts in a fraction of the time. */
import { runExecutable } from '@host/cli'

await runExecutable({ inTree: [], outOfTree: [] })
