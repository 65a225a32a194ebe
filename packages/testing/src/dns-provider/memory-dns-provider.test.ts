import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem, type DnsRecordSet } from '@host/plugin'
import type { MemoryDnsFaultKind } from './memory-dns-fault.ts'
import { memoryDnsProvider } from './memory-dns-provider.ts'

const www: DnsRecordSet = { name: 'www.acme.example', type: 'A', ttl: 300, data: ['192.0.2.1'] }
const moved: DnsRecordSet = { ...www, data: ['192.0.2.2'] }
const change = { name: www.name, type: www.type, before: www, after: moved }

function start() {
  const provider = memoryDnsProvider({ zones: { 'acme.example': [www] } })
  const account = provider.open({ token: 'memory-token' })
  const zone = { id: 'zone-acme.example', name: 'acme.example' }
  const { signal } = new AbortController()
  const write = (): Promise<string> => codeOf(account.write(zone, change, { signal }))
  return { provider, account, zone, signal, write, data: () => provider.zones.get('acme.example')?.get(www)?.data }
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

const faults: readonly (readonly [MemoryDnsFaultKind, string, readonly string[] | undefined])[] = [
  ['refused', 'remote_refused', www.data],
  ['limited', 'remote_failed', www.data],
  ['broken', 'remote_failed', www.data],
  ['half_done', 'remote_failed', undefined],
  ['answer_lost', 'remote_failed', moved.data],
]

for (const [kind, code, data] of faults) {
  test(`a write with the fault ${kind} leaves the zone as the fault says, once`, async () => {
    const lab = start()
    lab.provider.plant({ kind, call: 'write' })
    await lab.account.records(lab.zone, lab)
    assert.equal(await lab.write(), code)
    assert.deepEqual(lab.data(), data)
    assert.equal(await lab.write(), kind === 'half_done' ? 'conflict' : 'done')
  })
}

test('a silent call ends with its signal', async () => {
  const { provider, account } = start()
  const controller = new AbortController()
  provider.plant({ kind: 'silent', after: 1 })
  await account.zones(controller)
  const call = account.zones(controller)
  controller.abort(new Error('enough'))
  await assert.rejects(call, /enough/)
})

test('changes of another client are seen, and calls are written down', async () => {
  const { provider, account, zone, signal, write } = start()
  provider.zones.get(zone.name)?.set({ ...www, ttl: 60 })
  assert.equal(await write(), 'conflict')
  const keys = [{ name: www.name, type: 'A' }]
  assert.deepEqual((await account.records(zone, { signal, keys })).sets, [{ ...www, ttl: 60 }])
  assert.deepEqual(provider.calls, [
    { call: 'write', zone: zone.name, keys },
    { call: 'records', zone: zone.name, keys },
  ])
  provider.removeZone(zone.name)
  assert.equal(await codeOf(account.records(zone, { signal })), 'not_found')
})
