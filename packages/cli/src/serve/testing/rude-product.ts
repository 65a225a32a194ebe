/** The product with one plugin that blocks, exits and stores on request: tests run it as a process. */
import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { column, definePlugin, json, Live, model, sse, type LiveFollower, type ServerEvent } from '@host/plugin'
import { Accounts, Sessions } from '@host/plugin/platform'
import { runExecutable } from '../../run-executable.ts'

const Note = model('rude_notes', { id: column.id('note'), org_id: column.org(), text: column.text() })

const rude = definePlugin({
  name: 'rude',
  info: { title: 'Rude', description: 'Misbehaves', icon: 'flame', category: 'Test', core: true, api: '^1' },
  models: [Note],
  mount(mux, ctx) {
    const notes = () => ctx.db.inWorkspace('org_rude', 'to count what was kept')
    mux.handle('GET /api/x/rude/pid', () => json({ pid: process.pid }))
    mux.handle('GET /api/x/rude/sign-in', async ({ request }) => {
      const person = await ctx.lookup(Accounts)?.findByEmail(process.env['HOST_ADMIN_EMAIL'] ?? '')
      return json({ cookie: (await ctx.lookup(Sessions)?.start(request, person?.id ?? ''))?.cookie })
    })
    mux.handle('GET /api/x/rude/follow', ({ request }) => sse(told(ctx.lookup(Live)?.follow(request))))
    mux.handle('GET /api/x/rude/change', ({ request }) => {
      ctx.lookup(Live)?.changed(ctx.orgId(request) ?? '', [`/api/x/rude/${process.pid}`])
      return json({ pid: process.pid })
    })
    mux.handle('GET /api/x/rude/slow', async () => json({ waited: await sleep(1_000, true) }))
    mux.handle('GET /api/x/rude/spin', async ({ query }) => {
      await sleep(1)
      return json({ spun: spinFor(Number(query.get('seconds'))) })
    })
    mux.handle('GET /api/x/rude/wait', () => json({ waited: execFileSync('sleep', ['60']).length }))
    mux.handle('GET /api/x/rude/exit', () => process.exit(0))
    mux.handle('POST /api/x/rude/notes', async ({ request }) => {
      await notes()
        .insertInto('rude_notes')
        .values({ text: await request.text() })
        .execute()
      return json({ pid: process.pid }, { status: 201 })
    })
    mux.handle('GET /api/x/rude/notes', async () => {
      const rows = await notes().selectFrom('rude_notes').select('text').execute()
      return json(rows.map(({ text }) => text))
    })
  },
  start: () => (process.env['RUDE_START'] === undefined ? undefined : process.exit(3)),
})

/** The process that a follower is connected to, then each change. */
async function* told(follower: LiveFollower | undefined): AsyncGenerator<ServerEvent, void, undefined> {
  yield { data: { pid: process.pid } }
  for (;;) {
    const change = await follower?.next(1_000)
    if (change === undefined) return
    yield change === null ? { comment: 'nothing' } : { data: change }
  }
}

function spinFor(seconds: number): number {
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) continue
  return seconds
}

await runExecutable({ inTree: [], outOfTree: [rude] })
