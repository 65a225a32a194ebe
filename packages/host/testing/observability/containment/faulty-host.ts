/**
 * A host in a process of its own, with a plugin that fails in every way there is and one that does not. It writes
 * `listening <url>`, its log as JSON lines, and stops on SIGTERM.
 */
import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { definePlugin, defineEndpoint, json, nothing, stream } from '@host/plugin'
import { Accounts, Workspaces } from '@host/plugin/platform'
import { createHost, installFaultHandlers, readConfig } from '../../../src/index.ts'

const info = {
  title: 'Test',
  description: 'For tests',
  icon: 'flask',
  category: 'Test',
  core: true,
  api: '^1',
} as const
const bytes = new TextEncoder().encode('x'.repeat(1024))
const fail = (where: string): never => {
  throw new Error(`planted in ${where}`)
}
const validated = defineEndpoint({
  pattern: 'GET /api/x/faulty/endpoint',
  input: nothing,
  output: nothing,
  audience: 'public',
  summary: 'Fails',
})

const faulty = definePlugin({
  name: 'faulty',
  info,
  models: [],
  mount(mux) {
    mux.handle('GET /api/x/faulty/throw', () => fail('a handler'))
    mux.handle('GET /api/x/faulty/reject', async () => {
      await delay(1)
      return fail('a handler')
    })
    mux.endpoint(validated, async () => {
      await delay(1)
      return fail('an endpoint')
    })
    mux.handle('GET /api/x/faulty/stream-early', () => stream(new ReadableStream({ pull: () => fail('a stream') })))
    mux.handle('GET /api/x/faulty/stream-late', () => stream(lateStream()))
    mux.handle('GET /api/x/faulty/timer', () => {
      setTimeout(() => fail('a timer'), 1)
      return json({})
    })
    mux.handle('GET /api/x/faulty/emitter', () => {
      const emitter = new EventEmitter().on('tick', () => fail('an emitter'))
      setImmediate(() => emitter.emit('tick'))
      return json({})
    })
    mux.handle('GET /api/x/faulty/late', () => {
      void delay(1).then(() => fail('a late promise'))
      return json({})
    })
    mux.handle('GET /api/x/faulty/leave', ({ signal }) => waitAndFail(signal, 'a listener of the scope'))
    mux.handle('GET /api/x/faulty/hang-up', ({ request }) => waitAndFail(request.signal, 'a listener of the request'))
    mux.handle('GET /api/x/faulty/give-up', ({ signal }) => waitAndFail(signal, 'a listener at the deadline'))
    mux.handle('GET /api/x/faulty/cancel', () => stream(failingWhenCancelled()))
    mux.handle('GET /api/x/faulty/circle', async () => {
      const error = new Error('planted in a circle of causes')
      error.cause = error
      await delay(1)
      throw error
    })
    mux.handle('GET /api/x/faulty/barred', async () => {
      await delay(1)
      throw Object.defineProperty(new Error('barred'), 'name', { get: () => fail('a thrown value') })
    })
    mux.handle('GET /api/x/faulty/header', () => json({}, { headers: { 'x-name': 'planted\r\nin: a header' } }))
    mux.handle('GET /api/x/faulty/used', () => used)
    mux.handle('GET /api/x/faulty/status', () => Response.error())
    mux.handle('GET /api/x/faulty/never', () => new Promise<never>(() => undefined))
    mux.handle('GET /api/x/faulty/endless', () =>
      stream(new ReadableStream({ pull: (controller) => controller.enqueue(bytes) })),
    )
  },
  async start(_ctx, signal) {
    signal.addEventListener('abort', () => fail('a listener of start'))
    await delay(50)
    fail('start')
  },
  stop: () => fail('stop'),
  health: () => fail('health'),
  memberRemoved: () => fail('a hook'),
})

const steady = definePlugin({
  name: 'steady',
  info,
  models: [],
  mount(mux, ctx) {
    mux.handle('GET /api/x/steady/ping', async () => {
      await delay(1)
      return json({ ok: true })
    })
    mux.handle('GET /api/x/steady/slow', async () => {
      await delay(300)
      return json({ ok: true })
    })
    mux.handle('GET /api/x/steady/remove', async () => {
      const owner = await ctx.lookup(Accounts)?.findByEmail('root@lab.test')
      const guest = await ctx
        .lookup(Accounts)
        ?.create({ email: 'guest@lab.test', name: 'Guest', password: 'quiet-river-93-lamp' })
      const [home] = (await ctx.lookup(Workspaces)?.list(owner?.id ?? '')) ?? []
      const place = { orgId: home?.id ?? '', actorId: owner?.id ?? '' }
      await ctx.lookup(Workspaces)?.addMember(place, { email: 'guest@lab.test', role: 'member' })
      await ctx.lookup(Workspaces)?.removeMember({ ...place, userId: guest?.id ?? '' })
      return json({})
    })
    // Work of the host that fails: nothing here belongs to a plugin.
    mux.handle('GET /api/x/steady/host-fault', () => {
      breakHost()
      return json({})
    })
  },
})

/** An answer that was sent before. */
const used = new Response('planted')
await used.text()

function waitAndFail(signal: AbortSignal, where: string): Promise<never> {
  signal.addEventListener('abort', () => fail(where))
  return new Promise<never>(() => undefined)
}

function failingWhenCancelled(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) => controller.enqueue(bytes),
    cancel: () => void setTimeout(() => fail('a cancelled stream'), 1),
  })
}

function lateStream(): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      if (sent++ > 2) fail('a stream')
      controller.enqueue(bytes)
      await delay(1)
    },
  })
}

// Created outside any plugin's context, so its errors are the host's own.
const hostEvents = new EventEmitter()
let breakHost = (): void => undefined
const timer = setInterval(() => hostEvents.emit('look'), 5)
let isBroken = false
breakHost = () => {
  isBroken = true
}
hostEvents.on('look', () => {
  if (!isBroken) return
  clearInterval(timer)
  throw new Error('planted in the host')
})

const host = await createHost({
  plugins: [faulty, steady].map((plugin) => ({ plugin, version: '1.0.0', outOfTree: true })),
  config: readConfig(process.env),
  passwordCost: { memory: 64, passes: 1 },
})
installFaultHandlers(host)
process.once('SIGTERM', () => {
  void host.stop().then(() => process.exit(0))
})
process.stdout.write(`listening ${await host.listen()}\n`)
