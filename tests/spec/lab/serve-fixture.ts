/** `apps/server` with the plugins of a fixture added to its lists. */
import { runExecutable, type Edition } from '@host/cli'
import { inTree } from '../../../apps/server/src/edition.ts'

const fixtures: Readonly<Record<string, () => Promise<Partial<Edition>>>> = {
  astray: () => import('../fixtures/astray.ts'),
  everything: () => import('../fixtures/everything.ts'),
  none: () => import('../fixtures/none.ts'),
  'one-pattern': () => import('../fixtures/one-pattern.ts'),
  'one-service': () => import('../fixtures/one-service.ts'),
  'one-table': () => import('../fixtures/one-table.ts'),
  'side-by-side': () => import('../fixtures/side-by-side.ts'),
  spy: () => import('../fixtures/spy.ts'),
  wire: () => import('../fixtures/wire.ts'),
}
const name = process.env['SPEC_FIXTURE'] ?? ''
const fixture = await fixtures[name]?.()
if (fixture === undefined) throw new Error(`The fixture "${name}" is not in the list.`)

await runExecutable({ inTree: [...inTree, ...(fixture.inTree ?? [])], outOfTree: fixture.outOfTree ?? [] })
