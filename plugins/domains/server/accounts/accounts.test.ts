import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { Problem, type DnsAccount } from '@host/plugin'
import { createTestHost, memoryDnsProvider, type MemoryDnsProvider } from '@host/testing'
import {
  changeAccount,
  domainLimits,
  listAccounts,
  listOfferedZones,
  listProviders,
  listZones,
  readAccount,
  readZone,
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

/** A provider whose accounts have the zone under IDs of their own: those that their token lists. */
function severalAccounts(): { readonly provider: MemoryDnsProvider; readonly asked: string[] } {
  const memory = memoryDnsProvider({ zones: { [acme]: [] } })
  const asked: string[] = []
  const open = (settings: Readonly<Record<string, string>>): DnsAccount => {
    const account = memory.open({ token })
    const id = settings['token'] ?? ''
    return {
      zones: async () => id.split('+').map((each) => ({ id: each, name: acme })),
      records: async (zone, options) => {
        asked.push(`${id} ${zone.id}`)
        return await account.records(zone, options)
      },
      write: (zone, change, options) => account.write(zone, change, options),
    }
  }
  return { provider: { ...memory, open }, asked }
}

/** The codes of the calls that were refused. */
function refusals(ends: readonly PromiseSettledResult<unknown>[]): readonly string[] {
  return ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as { code: string }).code] : []))
}

interface Gate {
  /** A call that waits at it. */
  readonly reached: Promise<void>
  /** Lets the call go on, or fail. */
  open(error?: Error): void
}

/** A provider with two settings more, whose reads of zones wait at the gates that a test has put up. */
function gatedProvider() {
  const memory = memoryDnsProvider({ zones: { [acme]: [] } })
  const waiting: { readonly reach: () => void; readonly opened: Promise<void> }[] = []
  const next = (): Gate => {
    const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    waiting.push({ reach: reached.resolve, opened: opened.promise })
    return {
      reached: reached.promise,
      open: (error) => (error === undefined ? opened.resolve() : opened.reject(error)),
    }
  }
  const label = { en: 'Setting', zh: '设置' }
  const fields = [...memory.fields, ...['region', 'zone'].map((name) => ({ name, label, isOptional: true }))]
  const open = (settings: Readonly<Record<string, string>>): DnsAccount => {
    const account = memory.open(settings)
    const zones: DnsAccount['zones'] = async (options) => {
      const gate = waiting.shift()
      gate?.reach()
      await gate?.opened
      return await account.zones(options)
    }
    return { zones, records: account.records, write: account.write }
  }
  return { provider: { ...memory, fields, open }, gates: { next } }
}

suite('accounts at DNS providers: saving', () => {
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
})

suite('accounts at DNS providers: their zones', () => {
  test('changing the account finds its zones again by their names, where only one has it', async () => {
    const { provider, asked } = severalAccounts()
    await using lab = await openZonesLab({ provider })
    const admin = lab.host.as('admin')
    const { id, accountId } = await lab.addZone()
    const change = async (other: string) => {
      await admin.call(changeAccount, { id: accountId, settings: { token: other } })
      const { problem } = await admin.call(readZone, { id })
      await admin.post(`/api/x/domains/zones/${id}/refresh`)
      return [problem, asked.at(-1)]
    }
    assert.deepEqual(await change('two'), [null, 'two two'])
    assert.deepEqual(await change('one+two+three'), [null, 'one+two+three two'])
    assert.deepEqual(await change('four+five'), ['not_found', 'four+five two'])
    assert.deepEqual(await change('six'), [null, 'six six'])
  })

  test('a name that an account has twice is not added', async () => {
    await using lab = await openZonesLab({ provider: severalAccounts().provider })
    const admin = lab.host.as('admin')
    const { id: accountId } = await lab.addAccount()
    await admin.call(changeAccount, { id: accountId, settings: { token: 'one+two' } })
    const answer = await admin.post('/api/x/domains/zones', { accountId, name: acme })
    const { code, errors } = (await answer.json()) as { code: string; errors: { path: string; message: string }[] }
    assert.deepEqual([code, errors[0]?.path], ['invalid_input', 'name'])
    assert.match(errors[0]?.message ?? '', /several zones/)
  })

  test('a zone becomes no other one while a changeset is interrupted on it, and plans made before are stale', async () => {
    const { provider, asked } = severalAccounts()
    await using lab = await openZonesLab({ provider })
    const admin = lab.host.as('admin')
    const orgId = lab.host.workspaces.here
    const { id, accountId } = await lab.addZone()
    const plan = await lab.plan(id, { set: ['a', 'b'].map((name) => ({ name, type: 'A', data: ['192.0.2.7'] })) })
    lab.provider.plant({ kind: 'broken', call: 'write', after: 1 })
    assert.equal((await lab.apply(plan)).state, 'interrupted')
    const change = (other: string) => admin.call(changeAccount, { id: accountId, settings: { token: other } })
    await assert.rejects(change('two'), { code: 'target_busy' })
    await change('memory-token+two')
    await lab.changesets.finish(orgId, plan.id, lab.host.userIds.admin)
    await lab.host.settleJobs()
    assert.equal((await lab.changesets.find(orgId, plan.id))?.state, 'applied')
    assert.equal(asked.at(-1), 'memory-token+two memory-token')
    const waiting = await lab.plan(id, { delete: [{ name: 'a', type: 'A' }] })
    await change('two')
    await assert.rejects(lab.apply(waiting), { code: 'stale_plan' })
  })

  test('of two changes of the settings at once one is refused, and the audit log names the fields, never their values', async () => {
    const { provider, gates } = gatedProvider()
    await using lab = await openZonesLab({ provider })
    const admin = lab.host.as('admin')
    const { id } = await lab.addAccount()
    const [first, second] = [gates.next(), gates.next()]
    const changes = [{ region: 'north' }, { zone: 'south' }].map((settings) =>
      admin.call(changeAccount, { id, settings }),
    )
    await Promise.all([first.reached, second.reached])
    first.open()
    second.open()
    assert.deepEqual(refusals(await Promise.allSettled(changes)), ['conflict'])
    const { settings } = await admin.call(readAccount, { id })
    assert.equal(Object.keys(settings).length, 1)
    await admin.call(changeAccount, { id, settings: { region: 'west', token } })
    const entries = await lab.audited('dns_account.changed')
    assert.deepEqual([entries.length, entries[0]?.after], [2, { label: 'Memory', settings: ['region'] }])
    assert.doesNotMatch(JSON.stringify(entries), /west|north|south|memory-token/)
  })
})

suite('accounts at DNS providers: limits', () => {
  test('a workspace has a few calls of providers at once, and the others are refused with a time', async () => {
    const { provider, gates } = gatedProvider()
    await using lab = await openZonesLab({ provider })
    const admin = lab.host.as('admin')
    const { id } = await lab.addAccount()
    const waiting = Array.from({ length: 6 }, () => gates.next())
    const path = `/api/x/domains/accounts/${id}/zones`
    const answers = waiting.map(() => admin.get(path))
    await Promise.all(waiting.map(({ reached }) => reached))
    const refused = await admin.get(path)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '5'])
    for (const { open } of waiting) open()
    assert.deepEqual(new Set((await Promise.all(answers)).map(({ status }) => status)), new Set([200]))
    assert.equal((await admin.get(path)).status, 200)
  })

  test('a test of former settings does not decide about the present ones', async () => {
    const { provider, gates } = gatedProvider()
    await using lab = await openZonesLab({ provider })
    const admin = lab.host.as('admin')
    const { id } = await lab.addAccount()
    const gate = gates.next()
    const tested = admin.call(testAccount, { id })
    await gate.reached
    await admin.call(changeAccount, { id, settings: { region: 'north' } })
    gate.open(new Problem('remote_refused'))
    assert.equal((await tested).state, 'ok')
    assert.equal((await admin.call(readAccount, { id })).state, 'ok')
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
    for (let count = 3; count < domainLimits.accounts; count += 1) await lab.addAccount()
    const added = await Promise.allSettled(Array.from({ length: 5 }, () => lab.addAccount()))
    assert.deepEqual(refusals(added), ['conflict', 'conflict'])
  })
})
