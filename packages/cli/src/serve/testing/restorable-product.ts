/** The product with one plugin that restores on request, as the welcome page does: tests run it as a process. */
import { definePlugin, json, requireService } from '@host/plugin'
import { Accounts, InstanceRestore } from '@host/plugin/platform'
import { runExecutable } from '../../run-executable.ts'

const restorable = definePlugin({
  name: 'restorable',
  info: { title: 'Restorable', description: 'Restores', icon: 'box', category: 'Test', core: true, api: '^1' },
  models: [],
  mount(mux, ctx) {
    const restore = requireService(ctx, InstanceRestore)
    mux.handle('GET /api/x/restorable/state', async () =>
      json({ isSetUp: !(await requireService(ctx, Accounts).needsSetUp()), pid: process.pid }),
    )
    mux.handle('POST /api/x/restorable/choices', async ({ request }) =>
      json(await restore.choices(await request.text())),
    )
    mux.handle('POST /api/x/restorable/start', async ({ request }) => {
      const { token, id } = (await request.json()) as { readonly token: string; readonly id: string }
      await restore.start(token, { id })
      return json({ pid: process.pid }, { status: 202 })
    })
  },
})

await runExecutable({ inTree: [], outOfTree: [restorable] })
