/** Licenses under every order of calls, repeated, at once and cut off, against a model. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { TestHost } from '@host/testing'
import { readLicense, resumeLicense, revokeLicense, suspendLicense, type LicenseStatus } from '../../shared.ts'
import { Crashes } from '../testing/crash-lab.ts'
import { LicenseLab } from '../testing/license-lab.ts'

const runs = process.env['HOST_SOAK'] === '1' ? 500 : 12
const limit = 2
const fingerprints = ['a', 'b', 'c']

type Step =
  | { readonly kind: 'activate' | 'deactivate' | 'validate'; readonly fingerprint: string }
  | { readonly kind: 'suspend' | 'resume' | 'revoke' }

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('activate'), fingerprint: fc.constantFrom(...fingerprints) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('deactivate'), fingerprint: fc.constantFrom(...fingerprints) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('validate'), fingerprint: fc.constantFrom(...fingerprints) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('suspend', 'resume') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke') }) },
) as fc.Arbitrary<Step>

const states = {
  suspend: [suspendLicense, 'suspended'],
  resume: [resumeLicense, 'active'],
  revoke: [revokeLicense, 'revoked'],
} as const

/** A license as it should be. */
class Model {
  status: LicenseStatus = 'active'
  readonly machines = new Set<string>()

  /** @returns the code of the answer */
  take(step: Step): string {
    if (!('fingerprint' in step)) {
      const status = states[step.kind][1]
      if (this.status === 'revoked' && status !== 'revoked') return 'conflict'
      this.status = status
      return status
    }
    if (this.status !== 'active') return this.status
    const { kind, fingerprint } = step
    if (kind === 'validate') return this.machines.has(fingerprint) ? 'valid' : 'fingerprint_mismatch'
    if (kind === 'deactivate') this.machines.delete(fingerprint)
    else if (this.machines.size >= limit && !this.machines.has(fingerprint)) return 'too_many_machines'
    else this.machines.add(fingerprint)
    return 'valid'
  }
}

describe('the model of licenses', () => {
  let host: TestHost
  let crashes: Crashes
  let lab: LicenseLab
  const ends: (() => Promise<void> | void)[] = []
  before(async () => {
    ;({ host, crashes } = await Crashes.open({ after: (end) => ends.unshift(end) }))
    lab = await LicenseLab.open(host)
  })
  after(async () => {
    for (const end of ends) await end()
  })

  /** A license, in a minute in which the host has counted no calls yet. */
  async function open() {
    await lab.later({ minutes: 2 })
    return await lab.license({ maxMachines: limit, fingerprint: 'activated' })
  }

  async function run(
    { id, shortKey }: { readonly id: string; readonly shortKey: string },
    step: Step,
  ): Promise<string> {
    if ('fingerprint' in step) return (await lab.ask(step.kind, shortKey, { fingerprint: step.fingerprint })).code
    const [endpoint] = states[step.kind]
    const answer = await host.as('owner').post(endpoint.pattern.slice('POST '.length).replace('{id}', id))
    const body = (await answer.json()) as { readonly status?: unknown; readonly code?: string }
    assert.notEqual(answer.status, 500, JSON.stringify(body))
    return answer.ok ? String(body.status) : (body.code ?? '')
  }

  test('one call after the other, each twice, gives the answers of the model, wherever a process ends before', async () => {
    let failures = 0
    const cutOff = fc.record({ step: steps, crashAfter: fc.option(fc.nat(5), { nil: undefined }) })
    await fc.assert(
      fc.asyncProperty(fc.array(cutOff, { maxLength: 10 }), async (sequence) => {
        const [license, model] = [await open(), new Model()]
        for (const { step, crashAfter } of sequence) {
          const isCutOff = crashAfter !== undefined && (await crashes.during(crashAfter, () => run(license, step)))
          if (isCutOff) failures += 1
          const expected = model.take(step)
          assert.equal(await run(license, step), expected, JSON.stringify(step))
          assert.equal(await run(license, step), expected, `again ${JSON.stringify(step)}`)
        }
        const { machines, activations, status } = await host.as('owner').call(readLicense, { id: license.id })
        assert.deepEqual(
          [machines, activations.length, status],
          [model.machines.size, model.machines.size, model.status],
        )
      }),
      { numRuns: runs },
    )
    assert.ok(failures > 0)
  })

  test('calls at once, each twice, leave no more machines than the limit, and all of them counted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 10 }), async (sequence) => {
        const license = await open()
        await Promise.all([...sequence, ...sequence].map((step) => run(license, step)))
        const { machines, activations, status } = await host.as('owner').call(readLicense, { id: license.id })
        assert.equal(machines, activations.length)
        assert.ok(machines <= limit)
        if (sequence.some(({ kind }) => kind === 'revoke')) assert.equal(status, 'revoked')
      }),
      { numRuns: runs },
    )
  })
})
