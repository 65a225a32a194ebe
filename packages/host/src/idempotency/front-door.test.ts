import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { definePlugin, Idempotency, json } from '@host/plugin'
import { IdempotencyKeys } from '@host/plugin/platform'
import { labHost, type LabPerson } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'
import type { IdempotencyStep } from './states.ts'
import { until } from '../../testing/until.ts'

const path = '/api/x/notes/slow'

/** A route whose handler is held, and reports when its signal aborts. */
function slowPlugin(held: Promise<void>, heard: string[]) {
  return definePlugin({
    name: 'notes',
    info: notesInfo,
    models: [],
    mount(mux, ctx) {
      const idempotent = ctx.lookup(Idempotency) ?? ((next) => next)
      const slow = ctx.guard(async ({ signal }) => {
        heard.push('began')
        signal.addEventListener('abort', () => heard.push('aborted'))
        await held
        heard.push('ended')
        return json({ done: true })
      })
      mux.handle(`POST ${path}`, idempotent(slow))
    },
    stop: () => void heard.push('stopped'),
  })
}

/** Sends a request through the socket, and leaves when told to. */
function send(url: string, { cookie, csrfToken }: LabPerson): () => void {
  const headers = { cookie, 'x-csrf-token': csrfToken, origin: new URL(url).origin, 'idempotency-key': 'k' }
  const call = request(new URL(path, url), { method: 'POST', headers })
  call.on('error', () => undefined).end()
  return () => void call.destroy()
}

async function isListening(url: string): Promise<boolean> {
  return await fetch(url).then(
    () => true,
    () => false,
  )
}

test('a host that stops waits for a handler whose client has left, and its answer is stored', async (context) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const [heard, steps]: [string[], IdempotencyStep[]] = [[], []]
  const { host, person } = await labHost(context, [slowPlugin(held, heard)], {
    onIdempotencyStep: (step) => void steps.push(step),
    environment: { HOST_STOP_TIMEOUT: '20' },
  })
  const leave = send(await host.listen(), await person('member'))
  await until(() => heard.includes('began'))
  leave()
  const [live] = (await host.lookup(IdempotencyKeys)?.list({}))?.items ?? []
  assert.deepEqual([live?.plugin, live?.endpoint, live?.state], ['notes', `POST ${path}`, 'in_flight'])
  const url = host.url ?? assert.fail()
  const stopped = host.stop()
  await until(async () => !(await isListening(url)))
  // A real wait: a host that did not wait for the handler would have stopped meanwhile.
  await pause(50)
  release()
  await stopped
  assert.deepEqual(heard, ['began', 'aborted', 'ended', 'stopped'])
  assert.deepEqual(steps, ['authorized', 'claimed', 'handled', 'stored'])
})

test('each step of a request through a socket is reported, also the last byte sent', async (context) => {
  const steps: IdempotencyStep[] = []
  const { host, person } = await labHost(context, [slowPlugin(Promise.resolve(), [])], {
    onIdempotencyStep: (step) => void steps.push(step),
  })
  const [url, member] = [await host.listen(), await person('member')]
  send(url, member)
  await until(() => steps.includes('sent'))
  send(url, member)
  await until(() => steps.length === 8)
  assert.deepEqual(steps, ['authorized', 'claimed', 'handled', 'stored', 'sent', 'authorized', 'repeated', 'sent'])
})
