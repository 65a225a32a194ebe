/**
 * The product with one plugin whose jobs record the processes that begin and end them: tests run it with several
 * workers.
 */
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { defineJob, definePlugin, Jobs, json } from '@host/plugin'
import { runExecutable } from '@host/cli'
import * as z from 'zod/mini'
import { infoOf } from './plugins.ts'

const folder = process.env['SPEC_FOLDER'] ?? ''
const errand = defineJob({
  name: 'errand',
  input: z.strictObject({ tag: z.string() }),
  place: 'instance',
  delays: [10],
  concurrency: 50,
})

const errands = definePlugin({
  name: 'errands',
  info: infoOf('Errands', { core: true }),
  models: [],
  mount(mux, ctx) {
    const jobs = ctx.lookup(Jobs)
    const say = (what: string, id: string): void =>
      appendFileSync(join(folder, 'errands'), `${JSON.stringify({ what, id, pid: process.pid })}\n`)
    jobs?.handle(errand, async ({ jobId, signal }, { tag }) => {
      say('began', jobId)
      while (existsSync(join(folder, `held-${tag}`))) {
        signal.throwIfAborted()
        await pause(10)
      }
      say('ended', jobId)
    })
    mux.handle('POST /api/x/errands/add', async ({ request }) => {
      const { tag, count } = (await request.json()) as { tag: string; count: number }
      const ids: unknown[] = []
      for (let place = 0; place < count; place += 1) ids.push(await jobs?.enqueueForInstance(errand, { tag }))
      return json(ids, { status: 201 })
    })
  },
})

await runExecutable({ inTree: [{ plugin: errands }], outOfTree: [] })
