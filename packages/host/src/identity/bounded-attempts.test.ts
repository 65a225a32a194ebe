import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedAttempts } from './bounded-attempts.ts'
import type { IdentityEntry } from './identity-audit.ts'
import { throttleBudgets } from './throttle-budgets.ts'

const bounds = throttleBudgets.entries

/** A bounded log with a clock and an address that tests move. */
function openLab() {
  const entries: IdentityEntry[] = []
  const lab = { now: Date.UTC(2026, 0, 1), address: '192.0.2.1' as string | undefined, entries }
  const attempts = new BoundedAttempts({
    trail: { record: async (entry) => void entries.push(entry) },
    address: () => lab.address,
    clock: () => lab.now,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const repeat = async (times: number, entry: Partial<IdentityEntry> = {}): Promise<void> => {
    for (let time = 0; time < times; time += 1) await attempts.record({ ...refused, ...entry })
  }
  return { lab, attempts, repeat }
}

const refused: IdentityEntry = { orgId: undefined, action: 'session.refused', target: 'user:usr_1' }

test('§I70 a thousand refused passwords from one network are five entries and one that counts the others', async () => {
  const { lab, attempts, repeat } = openLab()
  await repeat(1000)
  assert.deepEqual(
    lab.entries,
    Array.from({ length: bounds.perTarget }, () => refused),
  )
  lab.now += bounds.window
  await attempts.round()
  const after = { repeats: 995, since: '2026-01-01T00:00:00.000Z', network: '192.0.2.0/24' }
  assert.deepEqual(lab.entries.slice(5), [{ ...refused, after }])
  await attempts.round()
  await repeat(6)
  assert.equal(lab.entries.length, 6 + bounds.perTarget)
})

test('another account, action or network has its own first entries', async () => {
  const { lab, repeat } = openLab()
  await repeat(9)
  await repeat(9, { target: 'user:usr_2' })
  await repeat(9, { action: 'second_factor.refused' })
  lab.address = '198.51.100.1'
  await repeat(9)
  assert.equal(lab.entries.length, 4 * bounds.perTarget)
})

test('§I70 many accounts and many networks write a bounded number of entries in an hour, and the others are counted', async () => {
  const { lab, attempts, repeat } = openLab()
  const { inAll, perNetwork } = bounds
  for (let network = 0; network < 50; network += 1) {
    lab.address = `10.0.${network}.1`
    for (let user = 0; user < 60; user += 1) await repeat(2, { target: `user:usr_${user}` })
    if (network === 0) assert.equal(lab.entries.length, perNetwork)
  }
  assert.equal(lab.entries.length, inAll)
  await attempts.start()()
  const counted = lab.entries.slice(inAll).map(({ after }) => Number(after?.['repeats']))
  assert.equal(
    counted.reduce((sum, repeats) => sum + repeats, 0),
    50 * 60 * 2 - inAll,
  )
  assert.equal(lab.entries.slice(inAll).at(-1)?.target, undefined)
  assert.ok(counted.length <= inAll + 1, String(counted.length))
})

test('actions of a person and changes of an account are always written', async () => {
  const { lab, repeat } = openLab()
  await repeat(20, { actorId: 'usr_1' })
  await repeat(20, { action: 'user.created' })
  await repeat(20, { orgId: 'org_1' })
  assert.equal(lab.entries.length, 60)
})
