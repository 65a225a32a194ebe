/** An executable of one in-tree plugin, which parses messages in a thread of its own. */
import { definePlugin, json, requireService } from '@host/plugin'
import { Threads } from '@host/plugin/platform'
import { ParsePool } from '@host/email'
import { runExecutable, type FileArchive } from '@host/cli'

let pool: ParsePool | undefined

const plugin = definePlugin({
  name: 'parser',
  info: {
    title: 'Parser',
    description: 'Parses messages',
    icon: 'mail',
    category: 'Test',
    core: true,
    api: '^1',
  },
  models: [],
  mount(mux, ctx) {
    const threads = requireService(ctx, Threads)
    const opened = new ParsePool({ start: (file, options) => threads.start(file, options) })
    pool = opened
    mux.handle('POST /api/x/parser/messages', async ({ request }) => {
      const { parse, headers, text } = await opened.parse(new Uint8Array(await request.arrayBuffer()))
      return json({ parse, subject: headers.subject, text })
    })
    mux.handle('GET /api/x/parser/faults', () => {
      throw new Error('planted')
    })
  },
  stop: () => pool?.[Symbol.asyncDispose](),
})

/** Runs the executable. */
export function run(archive: FileArchive): Promise<never> {
  return runExecutable({ inTree: [{ plugin }], outOfTree: [] }, archive)
}
