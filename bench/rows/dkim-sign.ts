import { createHash, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { composeMessage, signMessage, type DkimKey } from '../../packages/email/src/index.ts'
import { signingKeys } from '../../packages/email/src/compose/testing/signing-keys.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'

const signBytes = promisify(sign)

/** An email of 10 kB with both signatures, against the two signatures of `node:crypto` alone. */
export const dkimSign: Benchmark = { name: 'dkim-sign', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const { keys } = signingKeys()
  const { bytes } = await composeMessage({
    from: { name: 'Bench', address: 'bench@example.com' },
    to: [{ name: '', address: 'ada@example.org' }],
    subject: 'An email of 10 kB',
    text: 'A line of an email that is signed as it leaves.\n'.repeat(210),
    date: new Date(),
    messageId: '<bench@example.com>',
  })
  const contenders = [
    contender('signMessage', bench, async () => void (await signMessage(bytes, { keys, now: new Date() }))),
    contender('crypto.sign', bench, async () => void (await Promise.all(keys.map(bareSignature)))),
  ]
  for (const { measure } of contenders) await measure()
  const samples = await interleave(contenders, bench.scale.rounds)
  const series = (name: string) => ({ name, values: samples.get(name) ?? [] })
  const pair = { subject: series('signMessage'), baseline: series('crypto.sign') }
  const what = 'Email of 10 kB, signed by Ed25519 and RSA'
  return [compareSpeed({ what, measure: 'CPU per email', unit: 'µs', goal: { atLeast: 0.8 }, ...pair })]
}

const canonical = Buffer.alloc(1_000, 'a')

async function bareSignature({ privateKey }: DkimKey): Promise<Buffer> {
  if (privateKey.asymmetricKeyType === 'rsa') return await signBytes('sha256', canonical, privateKey)
  return await signBytes(undefined, createHash('sha256').update(canonical).digest(), privateKey)
}

/** Works for the length of a slice; the CPU time of one email in microseconds, in all threads: signing has its own. */
function contender(name: string, { scale }: Bench, work: () => Promise<void>): Contender<number> {
  const measure = async (): Promise<number> => {
    const until = performance.now() + scale.slice
    const before = process.cpuUsage()
    let emails = 0
    while (performance.now() < until) {
      await work()
      emails += 1
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / emails
  }
  return { name, measure }
}
