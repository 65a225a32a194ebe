import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryBus } from '../database/bus/memory-bus.ts'
import { CertificateIndex } from './certificate-index.ts'
import { certificateTopic, type CertificateEntry } from './certificate-store.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

test('a certificate that is issued during the first read is found', async () => {
  const bus = memoryBus()
  const entry: CertificateEntry = { host: 'new.example', serial: '01', notBefore: 0, isWanted: true, notAfter: 1 }
  const store = {
    entry: async () => entry,
    async entries() {
      bus.publish(certificateTopic, entry.host)
      return []
    },
  }
  const index = new CertificateIndex({ store, bus, log })
  const stop = await index.start()
  await stop()
  assert.equal(index.find('new.example'), entry)
})

test('an index whose first read fails listens no longer', async () => {
  const bus = memoryBus()
  const fail = async (): Promise<never> => {
    throw new Error('no database')
  }
  await assert.rejects(new CertificateIndex({ store: { entry: fail, entries: fail }, bus, log }).start(), /no database/)
  assert.equal(bus.isHeard(certificateTopic), false)
})
