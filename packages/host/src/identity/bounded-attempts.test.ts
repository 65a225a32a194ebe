import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedAttempts } from './bounded-attempts.ts'
import { entryOf, type DomainChange } from '../domain-changes/domain-change.ts'
import { throttleBudgets } from './throttle-budgets.ts'

const bounds = throttleBudgets.entries

/** A bounded log with a clock and an address that tests move. */
function openLab() {
  const changes: DomainChange[] = []
  const lab = { now: Date.UTC(2026, 0, 1), address: '192.0.2.1' as string | undefined, changes }
  const attempts = new BoundedAttempts({
    recorder: { record: async (change) => void changes.push(change) },
    address: () => lab.address,
    clock: () => lab.now,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const repeat = async (times: number, change: DomainChange = refused): Promise<void> => {
    for (let time = 0; time < times; time += 1) await attempts.record(change)
  }
  return { lab, attempts, repeat }
}

const refused = { kind: 'session.refused', userId: 'usr_1' } as const

test('§I70 a thousand refused passwords from one network are five entries and one that counts the others', async () => {
  const { lab, attempts, repeat } = openLab()
  await repeat(1000)
  assert.deepEqual(
    lab.changes,
    Array.from({ length: bounds.perTarget }, () => refused),
  )
  lab.now += bounds.window
  await attempts.round()
  const repeated = { repeats: 995, since: '2026-01-01T00:00:00.000Z', network: '192.0.2.0/24' }
  assert.deepEqual(lab.changes.slice(5), [{ ...refused, repeated }])
  await attempts.round()
  await repeat(6)
  assert.equal(lab.changes.length, 6 + bounds.perTarget)
})

test('another account, action or network has its own first entries', async () => {
  const { lab, repeat } = openLab()
  await repeat(9)
  await repeat(9, { ...refused, userId: 'usr_2' })
  await repeat(9, { ...refused, kind: 'second_factor.refused' })
  lab.address = '198.51.100.1'
  await repeat(9)
  assert.equal(lab.changes.length, 4 * bounds.perTarget)
})

test('§I70 many accounts and many networks write a bounded number of entries in an hour, and the others are counted', async () => {
  const { lab, attempts, repeat } = openLab()
  const { inAll, perNetwork } = bounds
  for (let network = 0; network < 50; network += 1) {
    lab.address = `10.0.${network}.1`
    for (let user = 0; user < 60; user += 1) await repeat(2, { ...refused, userId: `usr_${user}` })
    if (network === 0) assert.equal(lab.changes.length, perNetwork)
  }
  assert.equal(lab.changes.length, inAll)
  await attempts.start()()
  const counted = lab.changes.slice(inAll).map((change) => Number(entryOf(change)?.after?.['repeats']))
  assert.equal(
    counted.reduce((sum, repeats) => sum + repeats, 0),
    50 * 60 * 2 - inAll,
  )
  const last = lab.changes.at(-1)
  assert.equal(last && entryOf(last)?.target, undefined)
  assert.ok(counted.length <= inAll + 1, String(counted.length))
})

test('actions of a person and changes of an account are always written', async () => {
  const { lab, repeat } = openLab()
  await repeat(20, { ...refused, actorId: 'usr_1' })
  await repeat(20, { kind: 'user.created', userId: 'usr_1', email: 'ada@host.test', name: 'Ada' })
  await repeat(20, { kind: 'session.revoked', orgId: 'org_1', userId: 'usr_1' })
  assert.equal(lab.changes.length, 60)
})
