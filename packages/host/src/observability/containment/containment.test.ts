/**
 * A fault of one plugin, of any kind, seen from outside: the other plugin keeps answering, and the log names the faulty
 * one.
 */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { until } from '../../../testing/until.ts'

const script = fileURLToPath(new URL('../../../testing/observability/containment/faulty-host.ts', import.meta.url))

interface Line {
  readonly plugin?: string
  readonly kind?: string
  readonly err?: { readonly message: string }
}

/** A host in a process of its own. */
class FaultyHost {
  readonly #child: ChildProcess
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 20 })
  readonly #exited: Promise<number | null>
  #output = ''

  constructor(folder: string) {
    this.#child = spawn(process.execPath, ['--conditions=source', script], {
      env: {
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        HOST_DATA: folder,
        HOST_LISTEN: '127.0.0.1:0',
        // The others are called without end, to see that they answer all the while.
        HOST_RATE_API: '0',
        HOST_OVERLOAD_LIMIT: '0',
        HOST_ANSWER_TIMEOUT: '1',
        HOST_STOP_TIMEOUT: '1',
        HOST_ADMIN_EMAIL: 'root@lab.test',
        HOST_ADMIN_PASSWORD: 'quiet-river-93-lamp',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#exited = once(this.#child, 'close').then(([code]) => code as number | null)
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      output?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString()
      })
    }
  }

  async url(): Promise<string> {
    return (await this.#find(/^listening (\S+)$/m))[1] ?? ''
  }

  /** Sends a request; the status, or 0 when the connection was cut. */
  async status(path: string): Promise<number> {
    const url = new URL(path, await this.url())
    return new Promise((resolve) => {
      const request = send(url, { agent: this.#agent }, (answer) => {
        answer.on('error', () => resolve(0))
        answer.on('end', () => resolve(answer.statusCode ?? 0))
        answer.resume()
      })
      request.on('error', () => resolve(0))
    })
  }

  /** Opens an answer without reading it. */
  async open(path: string): Promise<void> {
    send(new URL(path, await this.url())).on('error', () => undefined)
    // A real wait, as the two below: the other process has the request, and answers nothing yet.
    await delay(20)
  }

  /** Opens an answer and leaves before its end. */
  async visit(path: string): Promise<void> {
    const request = send(new URL(path, await this.url())).on('error', () => undefined)
    await delay(500)
    request.destroy()
  }

  /** The statuses of 200 requests to the plugin that is well. */
  async steady(path = '/api/x/steady/ping'): Promise<readonly number[]> {
    return Promise.all(Array.from({ length: 200 }, () => this.status(path)))
  }

  /** Waits for a line that names a plugin and the fault. */
  async logged(plugin: string, kind: string, message: string): Promise<void> {
    await this.#find(() =>
      this.#lines().some((line) => line.plugin === plugin && line.kind === kind && line.err?.message.includes(message)),
    )
  }

  stop(): Promise<number | null> {
    this.#child.kill('SIGTERM')
    return this.#exited
  }

  async end(): Promise<void> {
    this.#agent.destroy()
    this.#child.kill('SIGKILL')
    await this.#exited
  }

  get exited(): Promise<number | null> {
    return this.#exited
  }

  #lines(): readonly Line[] {
    return this.#output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line)
  }

  #find(wanted: RegExp): Promise<RegExpExecArray>
  #find(wanted: () => boolean): Promise<true>
  async #find(wanted: RegExp | (() => boolean)): Promise<RegExpExecArray | true> {
    let found: RegExpExecArray | boolean | null = null
    const look = (): boolean => Boolean((found = typeof wanted === 'function' ? wanted() : wanted.exec(this.#output)))
    await until(look).catch(() => assert.fail(`Not in the output: ${String(wanted)}\n${this.#output}`))
    return found ?? true
  }
}

/** Faults with their place, their log entry, and the answer to the caller of the faulty plugin. */
const faults: readonly (readonly [title: string, path: string, status: number, kind: string, message: string])[] = [
  ['a throw in a handler', '/api/x/faulty/throw', 500, 'handler', 'planted in a handler'],
  ['a rejection in a handler', '/api/x/faulty/reject', 500, 'handler', 'planted in a handler'],
  ['a rejection in a validated endpoint', '/api/x/faulty/endpoint', 500, 'handler', 'planted in an endpoint'],
  ['a throw before the first byte of a stream', '/api/x/faulty/stream-early', 0, 'stream', 'planted in a stream'],
  ['a throw after the first byte of a stream', '/api/x/faulty/stream-late', 0, 'stream', 'planted in a stream'],
  ['a throw in a timer', '/api/x/faulty/timer', 200, 'uncaught exception', 'planted in a timer'],
  ['a throw in an emitter', '/api/x/faulty/emitter', 200, 'uncaught exception', 'planted in an emitter'],
  ['a rejection in a late promise', '/api/x/faulty/late', 200, 'unhandled rejection', 'planted in a late promise'],
  ['a throw in a hook', '/api/x/steady/remove', 200, 'hook', 'planted in a hook'],
  ['a circle of causes', '/api/x/faulty/circle', 500, 'handler', 'planted in a circle'],
  ['a thrown value that throws when it is read', '/api/x/faulty/barred', 500, 'handler', 'planted in a thrown value'],
  ['a header that can not be sent', '/api/x/faulty/header', 500, 'handler', 'Invalid character in header'],
  ['an answer that was sent before', '/api/x/faulty/used', 500, 'handler', 'is locked'],
  ['an answer without a status', '/api/x/faulty/status', 500, 'handler', 'the status 0'],
  ['a throw in a listener at the deadline', '/api/x/faulty/give-up', 504, 'uncaught exception', 'at the deadline'],
  ['an answer that never comes', '/api/x/faulty/never', 504, 'timeout', 'too long'],
  ['a failing health', '/readyz', 200, 'health', 'planted in health'],
]

suite('a fault of one plugin leaves the other alone and is logged under its name:', () => {
  let folder: string
  let host: FaultyHost
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'host-faults-'))
    host = new FaultyHost(folder)
  })
  after(async () => {
    await host.end()
    await rm(folder, { recursive: true, force: true })
  })

  test('a rejection in start', async () => {
    assert.deepEqual(new Set(await host.steady()), new Set([200]))
    await host.logged('faulty', 'start', 'planted in start')
  })

  for (const [title, path, status, kind, message] of faults) {
    test(title, async () => {
      const [own, statuses] = await Promise.all([host.status(path), host.steady()])
      assert.equal(own, status)
      assert.deepEqual(new Set(statuses), new Set([200]))
      await host.logged('faulty', kind, message)
    })
  }

  for (const [title, path, message] of [
    ['a throw in a listener of the scope', '/api/x/faulty/leave', 'planted in a listener of the scope'],
    ['a throw in a listener of the request', '/api/x/faulty/hang-up', 'planted in a listener of the request'],
    ['a throw after a stream was cancelled', '/api/x/faulty/cancel', 'planted in a cancelled stream'],
  ] as const) {
    test(`${title}, when the client leaves`, async () => {
      await host.visit(path)
      assert.deepEqual(new Set(await host.steady()), new Set([200]))
      await host.logged('faulty', 'uncaught exception', message)
    })
  }

  test('a plugin that could not start is named by readiness, which stays ready', async () => {
    const answer = await fetch(new URL('/readyz', await host.url()))
    assert.equal(answer.status, 200)
    const report = (await answer.json()) as { status: string; plugins: readonly { name: string; status: string }[] }
    assert.equal(report.status, 'ready')
    assert.deepEqual(
      report.plugins.map(({ name, status }) => [name, status]),
      [['faulty', 'degraded']],
    )
  })

  test('an endless stream, and then a throw in stop: running requests are finished', async () => {
    await host.open('/api/x/faulty/endless')
    assert.deepEqual(new Set(await host.steady()), new Set([200]))
    const running = Promise.all(Array.from({ length: 20 }, () => host.status('/api/x/steady/slow')))
    await delay(100)
    const code = await host.stop()
    assert.deepEqual(new Set(await running), new Set([200]))
    assert.equal(code, 0)
    await host.logged('faulty', 'stream', 'was closed')
    await host.logged('faulty', 'stop', 'planted in stop')
    await host.logged('faulty', 'uncaught exception', 'planted in a listener of start')
  })
})

test('a fault of the host itself finishes running requests and ends the process for its supervisor', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'host-faults-'))
  const host = new FaultyHost(folder)
  context.after(async () => {
    await host.end()
    await rm(folder, { recursive: true, force: true })
  })
  assert.equal(await host.status('/healthz'), 200)
  const running = host.status('/api/x/steady/slow')
  await delay(100)
  assert.equal(await host.status('/api/x/steady/host-fault'), 200)
  assert.equal(await running, 200)
  assert.equal(await host.exited, 1)
  await host.logged('host', 'uncaught exception', 'planted in the host')
})
