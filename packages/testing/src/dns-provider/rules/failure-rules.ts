import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { callOptions, failureOf, type DnsProviderLab } from '../dns-provider-lab.ts'
import type { DnsRemoteFaults } from '../dns-provider-test-options.ts'
import type { DnsProviderRule } from '../dns-provider-rule.ts'

/** Milliseconds within which a call ends when its signal is aborted. */
const endTime = 5_000
const rawText = 'host-test-raw-answer'

const needs =
  (fault: keyof DnsRemoteFaults) =>
  (lab: DnsProviderLab): string | undefined =>
    lab.options.faults?.[fault] === undefined ? `The test has no fault "${fault}".` : undefined

/** Rules about failures. */
export const failureRules: readonly DnsProviderRule[] = [
  {
    id: 'wrong-credential',
    title: 'a wrong credential is refused by the remote, in every call',
    async check(lab) {
      const { wrongAccount: account, zone } = lab
      const after = lab.record()
      await lab.refuses(account.zones(callOptions()), 'remote_refused')
      await lab.refuses(account.records(zone, callOptions()), 'remote_refused')
      await lab.refuses(account.write(zone, { ...after, before: null, after }, callOptions()), 'remote_refused')
      await lab.expect(after, null)
    },
  },
  {
    id: 'unknown-zone',
    title: 'a zone that the account does not hold is not found',
    async check(lab) {
      const zone = lab.unknownZone
      const after = lab.record({ name: `www.${zone.name}` })
      await lab.refuses(lab.account.records(zone, callOptions()), 'not_found')
      await lab.refuses(lab.account.write(zone, { ...after, before: null, after }, callOptions()), 'not_found')
    },
  },
  {
    id: 'no-secrets',
    title: 'no error carries a credential',
    async check(lab) {
      const { wrongAccount, zone } = lab
      const record = lab.record()
      const errors = await Promise.all([
        failureOf(wrongAccount.zones(callOptions())),
        failureOf(wrongAccount.records(zone, callOptions())),
        failureOf(lab.account.records(lab.unknownZone, callOptions())),
        failureOf(lab.write(record, { ...record, data: ['"two"'] })),
        failureOf(lab.write(null, { ...record, data: ['"one'] })),
      ])
      for (const error of errors) {
        assert.ok(error !== undefined, 'A call that must fail was done.')
        assertWithout(error, secretsOf(lab))
      }
    },
  },
  {
    id: 'no-raw-answers',
    title: 'a failure of the remote has its code, and carries neither its answer nor a credential',
    leftOut: needs('fail'),
    async check(lab) {
      const record = lab.record()
      const end = lab.options.faults?.fail?.(rawText)
      try {
        for (const call of [
          () => lab.account.zones(callOptions()),
          () => lab.account.records(lab.zone, callOptions()),
          () => lab.write(null, record),
        ]) {
          const error = await lab.refuses(call(), 'remote_failed')
          assertWithout(error, [rawText, ...secretsOf(lab)])
        }
      } finally {
        end?.()
      }
    },
  },
  {
    id: 'rate-limit',
    title: 'a limited rate is a failure of the remote, and not of the credential',
    leftOut: needs('limit'),
    async check(lab) {
      const end = lab.options.faults?.limit?.()
      try {
        await lab.refuses(lab.account.zones(callOptions()), 'remote_failed')
      } finally {
        end?.()
      }
    },
  },
  {
    id: 'aborted-before',
    title: 'a call whose signal is aborted already fails, and changes nothing',
    async check(lab) {
      const signal = AbortSignal.abort(new Error('aborted'))
      const record = lab.record()
      assert.ok(await failureOf(lab.account.zones({ signal })), 'zones() was done.')
      assert.ok(await failureOf(lab.account.records(lab.zone, { signal })), 'records() was done.')
      assert.ok(await failureOf(lab.write(null, record, { signal })), 'write() was done.')
      await lab.expect(record, null)
    },
  },
  {
    id: 'aborted-during',
    title: 'a call ends when its signal is aborted',
    leftOut: needs('stall'),
    async check(lab) {
      const end = lab.options.faults?.stall?.()
      try {
        for (const call of [
          (signal: AbortSignal) => lab.account.zones({ signal }),
          (signal: AbortSignal) => lab.account.records(lab.zone, { signal }),
          (signal: AbortSignal) => lab.write(null, lab.record(), { signal }),
        ]) {
          await assertEnds(call)
        }
      } finally {
        end?.()
      }
    },
  },
]

async function assertEnds(call: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const controller = new AbortController()
  const failure = failureOf(call(controller.signal))
  setImmediate(() => controller.abort(new Error('aborted')))
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve('late'), endTime)
  const end = await Promise.race([failure, late.promise])
  clearTimeout(timer)
  assert.notEqual(end, 'late', `A call went on ${endTime} ms after its signal was aborted.`)
  assert.ok(end, 'A call was done although the remote is silent.')
}

/** The texts of secret fields. */
function secretsOf({ options: { provider, settings, wrong } }: DnsProviderLab): readonly string[] {
  const names = provider.fields.filter(({ isSecret }) => isSecret === true).map(({ name }) => name)
  return names.flatMap((name) => [settings[name] ?? '', wrong[name] ?? '']).filter((text) => text !== '')
}

function assertWithout(error: unknown, texts: readonly string[]): void {
  const shown = inspect(error, { depth: 10 })
  for (const text of texts) assert.ok(!shown.includes(text), 'An error carries a credential or a raw answer.')
}
