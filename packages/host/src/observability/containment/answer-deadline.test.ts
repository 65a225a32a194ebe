import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { definePlugin, json, stream } from '@host/plugin'
import { labHost } from '../../../testing/lab-host.ts'
import { notesInfo } from '../../../testing/notes-plugin.ts'
import { until } from '../../../testing/until.ts'

const environment = { HOST_ANSWER_TIMEOUT: '0.08' }

/** Waits for the deadline of an answer, and until its caller has been answered. */
async function pastDeadline(signal: AbortSignal): Promise<void> {
  await once(signal, 'abort')
  await delay(20)
}

function slowPlugin(told: unknown[]) {
  return definePlugin({
    name: 'slow',
    info: notesInfo,
    models: [],
    mount(mux) {
      mux.handle('GET /api/x/slow/signal', async ({ signal }) => {
        signal.addEventListener('abort', () => told.push(signal.reason))
        await delay(5_000, undefined, { signal })
        return json({})
      })
      mux.handle('GET /api/x/slow/late', async ({ signal }) => {
        await pastDeadline(signal)
        return stream(new ReadableStream({ cancel: () => void told.push('cancelled') }))
      })
      mux.handle('GET /api/x/slow/late-fault', async ({ signal }) => {
        await pastDeadline(signal)
        throw new Error('planted late')
      })
      mux.handle('GET /api/x/slow/just', async () => {
        await delay(20)
        return json({})
      })
    },
  })
}

suite('a handler that does not answer in time', () => {
  test('is answered for with 504, and its signal aborts', async (context) => {
    const told: unknown[] = []
    const { get, log } = await labHost(context, [slowPlugin(told)], { environment })
    const answer = await get('/api/x/slow/signal')
    assert.equal(answer.status, 504)
    assert.equal(((await answer.json()) as { code: string }).code, 'timeout')
    assert.equal((told[0] as Error | undefined)?.name, 'TimeoutError')
    assert.ok(log.some((line) => line['plugin'] === 'slow' && line['kind'] === 'timeout'))
  })

  test('has its late answer thrown away and its late fault logged', async (context) => {
    const told: unknown[] = []
    const { get, log } = await labHost(context, [slowPlugin(told)], { environment })
    assert.equal((await get('/api/x/slow/late')).status, 504)
    assert.equal((await get('/api/x/slow/late-fault')).status, 504)
    await until(() => log.some((line) => line['kind'] === 'late answer'))
    assert.deepEqual(told, ['cancelled'])
    assert.match(String(log.find((line) => line['kind'] === 'late answer')?.['err']), /planted late/)
  })

  test('does not keep one that does from answering', async (context) => {
    const { get, host } = await labHost(context, [slowPlugin([])], { environment: { HOST_ANSWER_TIMEOUT: '2' } })
    assert.equal((await get('/api/x/slow/just')).status, 200)
    assert.equal(host.faultCount('slow'), 0)
  })

  test('is answered for when the host stops first', async (context) => {
    const { get, host } = await labHost(context, [slowPlugin([])], { environment: { HOST_ANSWER_TIMEOUT: '60' } })
    const answer = get('/api/x/slow/signal')
    await host.stop()
    assert.ok([500, 503].includes((await answer).status))
  })
})
