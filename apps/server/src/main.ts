import { runExecutable } from '@host/cli'
import { inTree } from './edition.ts'
import { outOfTree } from './plugins.generated.ts'

await runExecutable({ inTree, outOfTree })
