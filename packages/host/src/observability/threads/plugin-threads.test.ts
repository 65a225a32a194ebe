import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { definePlugin, requireService } from '@host/plugin'
import { Threads, type ThreadsService } from '@host/plugin/platform'
import type { HostOptions } from '../../host.ts'
import { labHost } from '../../../testing/lab-host.ts'
import { notesInfo } from '../../../testing/notes-plugin.ts'

const file = new URL('../../../testing/observability/threads/lab-thread.ts', import.meta.url)
const options = { memory: 16, workerData: 'data' }

/** A host with a plugin that has threads. */
async function labThreads(t: TestContext, hostOptions: Pick<HostOptions, 'threadCode'> = {}) {
  let service: ThreadsService | undefined
  const plugin = definePlugin({
    name: 'threaded',
    info: notesInfo,
    models: [],
    mount: (_mux, ctx) => void (service = requireService(ctx, Threads)),
  })
  const lab = await labHost(t, [plugin], { isInTree: true, ...hostOptions })
  const faults = () => lab.log.filter(({ kind }) => kind === 'thread').map(({ plugin: of, err }) => [of, String(err)])
  return { ...lab, threads: service ?? assert.fail('not mounted'), faults }
}

test('a thread of a plugin starts from its file, with its data, and answers', async (t) => {
  const { threads, faults } = await labThreads(t)
  const worker = threads.start(file, options)
  worker.postMessage('hello')
  assert.deepEqual(await once(worker, 'message'), [['data', 'hello']])
  assert.deepEqual(faults(), [])
})

test('an error in a thread is a fault of its plugin, and the host goes on', async (t) => {
  const { threads, faults, host } = await labThreads(t)
  const worker = threads.start(file, options)
  worker.postMessage('fail')
  await assert.rejects(once(worker, 'exit'), /planted in a thread/)
  assert.deepEqual(faults(), [['threaded', 'Error: planted in a thread']])
  assert.deepEqual([host.faultCount('threaded'), host.faultCount('host')], [1, 0])
  const next = threads.start(file, options)
  next.postMessage('hello')
  assert.deepEqual(await once(next, 'message'), [['data', 'hello']])
})

test('a thread that needs more than its memory ends alone, as a fault of its plugin', async (t) => {
  const { threads, faults } = await labThreads(t)
  const worker = threads.start(file, options)
  worker.postMessage('fill')
  await assert.rejects(once(worker, 'exit'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })
  assert.match(faults().join('\n'), /^threaded,Error.*memory/)
})

for (const memory of [0, -1, 4_097, Number.NaN]) {
  test(`a thread with ${memory} MB of memory is refused`, async (t) => {
    const { threads } = await labThreads(t)
    assert.throws(() => threads.start(file, { memory }), TypeError)
  })
}

test('a stop of the host ends the threads of plugins, and no other starts', async (t) => {
  const { threads, faults, host } = await labThreads(t)
  const worker = threads.start(file, options)
  const ended = once(worker, 'exit')
  await host.stop()
  await ended
  assert.throws(() => threads.start(file, options), /Plugin "threaded" starts a thread after the host has stopped/)
  assert.deepEqual(faults(), [])
})

test('where there are texts, a thread starts from that of its name alone', async (t) => {
  const sqlite = new URL('../../database/sqlite/sqlite-writer.ts', import.meta.url).href
  const texts: Readonly<Record<string, string>> = {
    'sqlite-writer': `await import(${JSON.stringify(sqlite)})`,
    'lab-thread': `import { parentPort } from 'node:worker_threads'; parentPort.postMessage('from its text')`,
  }
  const { threads } = await labThreads(t, { threadCode: (name) => texts[name] ?? assert.fail(`no text of ${name}`) })
  assert.deepEqual(await once(threads.start(file, options), 'message'), ['from its text'])
  assert.throws(() => threads.start(new URL('other-thread.ts', import.meta.url), options), /no text of other-thread/)
})
