import { reportTrial } from '@host/cli'
import { inTree } from './edition.ts'
import { outOfTree } from './plugins.generated.ts'

await reportTrial({ inTree, outOfTree })
