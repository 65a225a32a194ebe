/** `apps/server` with the plugins of a fixture added to its lists. */
import { runExecutable, type Edition } from '@host/cli'
import { inTree } from '../../../apps/server/src/edition.ts'

const fixture = (await import(process.env['SPEC_FIXTURE'] ?? '')) as Partial<Edition>

await runExecutable({ inTree: [...inTree, ...(fixture.inTree ?? [])], outOfTree: fixture.outOfTree ?? [] })
