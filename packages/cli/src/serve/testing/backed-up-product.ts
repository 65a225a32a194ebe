/** The product with one plugin that starts backups on request: tests run it as a process. */
import { definePlugin, json } from '@host/plugin'
import { Backups } from '@host/plugin/platform'
import { runExecutable } from '../../run-executable.ts'

const backedUp = definePlugin({
  name: 'backed-up',
  info: { title: 'Backed up', description: 'Starts backups', icon: 'box', category: 'Test', core: true, api: '^1' },
  models: [],
  mount(mux, ctx) {
    mux.handle('GET /api/x/backed-up/overview', async () => json(await ctx.lookup(Backups)?.overview(10)))
    mux.handle('POST /api/x/backed-up/{kind}', async ({ params }) => {
      const kind = params.kind === 'drill' ? 'drill' : 'backup'
      return json({ isStarted: await ctx.lookup(Backups)?.start(kind) })
    })
  },
})

await runExecutable({ inTree: [], outOfTree: [backedUp] })
