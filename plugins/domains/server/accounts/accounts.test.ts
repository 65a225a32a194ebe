import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { DnsAccount, DnsProvider } from '@host/plugin'
import { createTestHost, memoryDnsProvider } from '@host/testing'
import {
  addAccount,
  addZone,
  changeAccount,
  domainLimits,
  listAccounts,
  listOfferedZones,
  listProviders,
  listZones,
  readAccount,
  removeAccount,
  removeZone,
  testAccount,
} from '../../shared.ts'
import { plugin } from '../index.ts'
import { createDnsWitness } from '../testing/dns-witness.ts'
import { acme, openZonesLab, type ZonesLab } from '../testing/zones-lab.ts'

const token = 'memory-token'

async function refusal(lab: ZonesLab, settings: object): Promise<readonly unknown[]> {
  const body = { provider: 'memory', label: 'Memory', settings }
  const answer = await lab.host.as('admin').post('/api/x/domains/accounts', body)
  const { code, errors = [] } = (await answer.json()) as { code: string; errors?: { path: string }[] }
  return [answer.status, code, ...errors.map(({ path }) => path)]
}

/** A provider whose accounts have the zone under an ID of their own: that of the account. */
function twoAccounts(): { readonly provider: DnsProvider; readonly asked: string[] } {
  const memory = memoryDnsProvider({ zones: { [acme]: [] } })
  const asked: string[] = []
  const open = (settings: Readonly<Record<string, string>>): DnsAccount => {
    const account = memory.open({ token })
    const id = settings['token'] ?? ''
    return {
      zones: async () => [{ id, name: acme }],
      records: async (zone, options) => {
        asked.push(`${id} ${zone.id}`)
        return await account.records(zone, options)
      },
      write: (zone, change, options) => account.write(zone, change, options),
    }
  }
  return { provider: { ...memory, open }, asked }
}

suite('accounts at DNS providers', () => {
  test('providers are offered with their fields and capabilities, in the language of the caller', async () => {
    await using lab = await openZonesLab()
    const { items } = await lab.host.as('admin').call(listProviders)
    const memory = items.find(({ name }) => name === 'memory')
    assert.deepEqual(memory?.fields, [
      { name: 'token', label: 'Token', hint: null, isSecret: true, isOptional: false, options: null, max: 200 },
    ])
    assert.deepEqual(memory?.capabilities.ttl, { min: 1, max: 604_800 })
    const headers = { 'accept-language': 'zh' }
    const text = await (await lab.host.as('admin').get('/api/x/domains/providers', { headers })).text()
    assert.match(text, /令牌/)
  })

  test('an account is tested before it is saved, and refused without its field', async () => {
    await using lab = await openZonesLab()
    assert.deepEqual(await refusal(lab, { token: 'wrong' }), [502, 'remote_refused'])
    assert.deepEqual(await refusal(lab, {}), [400, 'invalid_input', 'settings.token'])
    assert.deepEqual(await refusal(lab, { token, other: 'x' }), [400, 'invalid_input', 'settings.other'])
    assert.deepEqual((await lab.host.as('admin').call(listAccounts)).items, [])
    const { state, zones } = await lab.addAccount()
    assert.deepEqual([state, zones], ['ok', 0])
  })

  test('credentials are sealed, and no answer has them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'domains-'))
    const environment = { HOST_DATABASE_URL: join(folder, 'host.db') }
    {
      await using lab = await openZonesLab({ environment })
      const { id } = await lab.addAccount()
      const admin = lab.host.as('admin')
      const answers = [
        await admin.call(readAccount, { id }),
        await admin.call(listAccounts),
        await admin.call(testAccount, { id }),
        await admin.call(changeAccount, { id, settings: { token } }),
      ]
      assert.doesNotMatch(JSON.stringify(answers), new RegExp(token))
      for (const file of await readdir(folder)) {
        assert.equal((await readFile(join(folder, file))).includes(token), false, file)
      }
      assert.doesNotMatch(JSON.stringify(lab.host.logs), new RegExp(token))
    }
    await rm(folder, { recursive: true })
  })

  test('provider errors have neither a credential nor a raw body', async () => {
    const memory = memoryDnsProvider()
    const open = (): DnsAccount => ({
      ...memory.open({ token }),
      zones: async () => await Promise.reject(new Error(`<html>401 for ${token}</html>`)),
    })
    const witness = createDnsWitness({ ...memory, open })
    const environment = { HOST_PUBLIC_URL: 'http://host.test' }
    await using host = await createTestHost({ plugins: [plugin, witness.plugin], environment })
    const body = { provider: 'memory', label: 'Memory', settings: { token } }
    const answer = await host.as('admin').post('/api/x/domains/accounts', body)
    assert.equal(answer.status, 502)
    assert.doesNotMatch(await answer.text(), /html|memory-token/)
  })

  test('a change leaves what is left out, and new settings are tested first', async () => {
    await using lab = await openZonesLab()
    const admin = lab.host.as('admin')
    const { id } = await lab.addAccount()
    assert.equal((await admin.call(changeAccount, { id, label: 'Renamed' })).label, 'Renamed')
    assert.equal((await admin.call(listOfferedZones, { id })).items.length, 1)
    await assert.rejects(admin.call(changeAccount, { id, settings: { token: 'wrong' } }), { code: 'remote_refused' })
    assert.equal((await admin.call(listOfferedZones, { id })).items.length, 1)
    lab.provider.plant({ kind: 'refused' })
    assert.equal((await admin.call(testAccount, { id })).state, 'refused')
    assert.equal((await admin.call(readAccount, { id })).state, 'refused')
    lab.provider.plant({ kind: 'broken' })
    assert.equal((await admin.call(testAccount, { id })).state, 'failed')
    assert.equal((await admin.call(testAccount, { id })).state, 'ok')
  })

  test('changing the account resolves its zones anew, by their names', async () => {
    const { provider, asked } = twoAccounts()
    const witness = createDnsWitness(provider)
    const environment = { HOST_PUBLIC_URL: 'http://host.test' }
    await using host = await createTestHost({ plugins: [plugin, witness.plugin], environment })
    const admin = host.as('admin')
    const input = { provider: 'memory', label: 'Memory', settings: { token: 'one' } }
    const { id } = await admin.call(addAccount, input)
    const zone = await admin.call(addZone, { accountId: id, name: acme })
    await admin.call(changeAccount, { id, settings: { token: 'two' } })
    await admin.post(`/api/x/domains/zones/${zone.id}/refresh`)
    assert.deepEqual(asked, ['one one', 'two two'])
  })

  test('an account in use is not deleted, and the answer names its zones', async () => {
    await using lab = await openZonesLab()
    const admin = lab.host.as('admin')
    const { id, accountId } = await lab.addZone()
    const answer = await admin.delete(`/api/x/domains/accounts/${accountId}`)
    const { detail } = (await answer.json()) as { detail: string }
    assert.deepEqual([answer.status, detail], [409, 'Zones use this account: acme.example.'])
    await admin.call(removeZone, { id })
    await admin.call(removeAccount, { id: accountId })
    assert.deepEqual((await admin.call(listAccounts)).items, [])
    assert.deepEqual((await admin.call(listZones)).items, [])
  })

  test('a workspace has at most 20 accounts, also by requests at once', async () => {
    await using lab = await openZonesLab()
    const added = await Promise.allSettled(Array.from({ length: domainLimits.accounts + 2 }, () => lab.addAccount()))
    assert.equal(added.filter(({ status }) => status === 'fulfilled').length, domainLimits.accounts)
  })
})
