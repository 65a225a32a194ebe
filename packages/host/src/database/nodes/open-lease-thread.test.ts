import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { openLeaseThread } from './open-lease-thread.ts'

/** Opens a lease thread with a text. */
function open(text: string) {
  const database = { leasePort: undefined }
  return openLeaseThread({ database, databaseUrl: 'postgres://host.test/host', threadCode: () => text })
}

test('a lease thread that has exited does not delay the end', async () => {
  const started = once(process, 'worker') as Promise<[Worker]>
  const opened = open('process.exit(0)')
  const [worker] = await started
  worker.ref()
  await once(worker, 'exit')
  await opened[Symbol.asyncDispose]()
})

test('a lease thread that does not end its work is ended', async () => {
  const started = once(process, 'worker') as Promise<[Worker]>
  const opened = open("require('node:worker_threads').parentPort.on('message', () => {})")
  const [worker] = await started
  await opened[Symbol.asyncDispose]()
  assert.equal(worker.threadId, -1)
})
