import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ManualClock } from '../../smtp/testing/manual-clock.ts'
import { StsPolicies, type StoredStsPolicy, type StsAnswer } from './sts-policies.ts'

const hour = 3_600_000
const fileOf = (mode: string): string => `version: STSv1\nmode: ${mode}\nmx: mx.example.com\nmax_age: 86400\n`

/** One domain whose record and web server a test changes. */
class StsDomain {
  readonly clock = new ManualClock()
  readonly stored = new Map<string, StoredStsPolicy>()
  readonly requests: string[] = []
  txt: readonly string[] | Error = ['v=STSv1; id=1']
  answer: StsAnswer | Error = { status: 200, contentType: 'text/plain; charset=utf-8', body: fileOf('enforce') }
  readonly #policies = new StsPolicies({
    resolver: { txt: async () => orThrow(this.txt) },
    store: {
      get: async (domain) => this.stored.get(domain),
      set: async (domain, stored) => void this.stored.set(domain, stored),
    },
    fetch: async (url) => {
      this.requests.push(url)
      return orThrow(this.answer)
    },
    clock: this.clock,
  })

  async mode(): Promise<string | undefined> {
    return (await this.#policies.policyOf('example.com'))?.mode
  }
}

function orThrow<T>(value: T | Error): T {
  if (value instanceof Error) throw value
  return value
}

suite('policies of a domain', () => {
  test('a policy is fetched once, and again when its id changes', async () => {
    const domain = new StsDomain()
    assert.deepEqual([await domain.mode(), await domain.mode()], ['enforce', 'enforce'])
    assert.deepEqual(domain.requests, ['https://mta-sts.example.com/.well-known/mta-sts.txt'])
    domain.txt = ['v=STSv1; id=2']
    domain.answer = { status: 200, contentType: 'text/plain', body: fileOf('testing') }
    assert.deepEqual([await domain.mode(), domain.requests.length], ['testing', 2])
  })

  test('a domain without a record has none, and nothing is fetched', async () => {
    const domain = new StsDomain()
    domain.txt = []
    assert.deepEqual([await domain.mode(), domain.requests.length], [undefined, 0])
  })

  test('a policy stays in force until its age when record and web server are gone', async () => {
    const domain = new StsDomain()
    await domain.mode()
    domain.txt = new Error('SERVFAIL')
    domain.answer = new Error('ECONNREFUSED')
    domain.clock.advance(23 * hour)
    assert.equal(await domain.mode(), 'enforce')
    domain.txt = ['v=STSv1; id=2']
    assert.equal(await domain.mode(), 'enforce')
    domain.clock.advance(hour)
    assert.equal(await domain.mode(), undefined)
  })

  test('a policy that can not be fetched is asked for again after 5 minutes', async () => {
    const domain = new StsDomain()
    domain.answer = { status: 500, contentType: 'text/plain', body: fileOf('enforce') }
    assert.deepEqual([await domain.mode(), await domain.mode(), domain.requests.length], [undefined, undefined, 1])
    domain.answer = { status: 200, contentType: 'text/plain', body: fileOf('enforce') }
    domain.clock.advance(300_000)
    assert.deepEqual([await domain.mode(), domain.requests.length], ['enforce', 2])
  })

  test('answers that are no policy change nothing', async () => {
    for (const answer of [
      { status: 301, contentType: 'text/plain', body: fileOf('none') },
      { status: 200, contentType: 'text/html', body: fileOf('none') },
      { status: 200, contentType: 'text/plain', body: 'hello' },
    ]) {
      const domain = new StsDomain()
      await domain.mode()
      domain.txt = ['v=STSv1; id=2']
      domain.answer = answer
      assert.equal(await domain.mode(), 'enforce')
    }
  })

  test('the mode "none" ends a policy', async () => {
    const domain = new StsDomain()
    await domain.mode()
    domain.txt = ['v=STSv1; id=2']
    domain.answer = { status: 200, contentType: 'text/plain', body: fileOf('none') }
    assert.deepEqual([await domain.mode(), await domain.mode(), domain.requests.length], [undefined, undefined, 2])
  })
})
