import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import {
  AcmeClient,
  AcmeError,
  checkChain,
  createCertificateKey,
  createCertificateRequest,
  dnsChallengeText,
  issueCertificate,
  type AcmeAccount,
  type ChallengeSolver,
  type ChallengeType,
  type IssuedChain,
} from './index.ts'
import { ChallengeServers, missingPebble, Pebble, trustingTransport, type PebbleOptions } from './testing/index.ts'

const skip = missingPebble()
const externalKey = 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W'

describe('a real authority', { skip }, () => {
  test('issues for names that are proved by each of the three challenges', async (t) => {
    await using lab = await openLab(t)
    const account = await lab.client.register(t.signal, { key: createCertificateKey(), emails: ['ops@example.com'] })
    for (const type of ['http-01', 'tls-alpn-01'] as const) {
      const { issuer } = await lab.issue(account, type, ['a.example', 'b.example'])
      assert.match(issuer, /Pebble/)
    }
    await lab.issue(account, 'dns-01', ['c.example', '*.c.example'])
    assert.equal(lab.servers.asked >= 4, true)
    assert.deepEqual([lab.servers.size, lab.pebble.names.added], [0, []], 'every proof is taken away')
  })

  test('may refuse half of the nonces and validate slowly', async (t) => {
    await using lab = await openLab(t, {
      env: { PEBBLE_WFE_NONCEREJECT: '50', PEBBLE_VA_NOSLEEP: '0', PEBBLE_VA_SLEEPTIME: '2' },
    })
    const account = await lab.client.register(t.signal, { key: createCertificateKey() })
    await lab.issue(account, 'http-01', ['slow.example', 'slower.example'])
  })

  test('issues one certificate for 50 names', async (t) => {
    await using lab = await openLab(t)
    const account = await lab.client.register(t.signal, { key: createCertificateKey() })
    const names = Array.from({ length: 50 }, (_each, index) => `n${index}.example`)
    await lab.issue(account, 'http-01', names)
  })

  test('knows an account again by its key, and revokes for it', async (t) => {
    await using lab = await openLab(t)
    const key = createCertificateKey()
    const account = await lab.client.register(t.signal, { key })
    assert.equal((await lab.client.register(t.signal, { key })).url, account.url)
    const again = lab.client.account(key, account.url)
    const { chain } = await lab.issue(again, 'http-01', ['again.example'])
    await again.revokeCertificate(t.signal, chain)
    await assert.rejects(again.revokeCertificate(t.signal, chain), { name: 'AcmeError', code: 'alreadyRevoked' })
  })

  test('resumes an order whose challenge was accepted before', async (t) => {
    await using lab = await openLab(t)
    const account = await lab.client.register(t.signal, { key: createCertificateKey() })
    const { url } = await account.createOrder(t.signal, { names: ['resumed.example'] })
    const privateKey = createCertificateKey()
    const request = createCertificateRequest(['resumed.example'], privateKey)
    const stopping = new AbortController()
    const solver: ChallengeSolver = {
      ...lab.solver('http-01'),
      publish: async (proof) => {
        await lab.solver('http-01').publish(proof)
        await account.acceptChallenge(t.signal, proof.challenge)
        stopping.abort(new Error('killed'))
        // A killed process takes nothing away.
        return { [Symbol.asyncDispose]: async () => undefined }
      },
    }
    const order = await account.readOrder(t.signal, url)
    await assert.rejects(issueCertificate(stopping.signal, { account, order, request, solver }), /killed/)
    const resumed = await account.readOrder(t.signal, url)
    assert.notEqual(resumed.status, 'invalid')
    const options = { account, order: resumed, request, solver: lab.solver('http-01') }
    checkChain(await issueCertificate(t.signal, options), { privateKey, names: ['resumed.example'], now: Date.now() })
  })

  test('says why it refuses: a proof that is not there, an account of its own', async (t) => {
    await using lab = await openLab(t, { externalKeys: { 'kid-1': externalKey } })
    const key = createCertificateKey()
    await assert.rejects(lab.client.register(t.signal, { key }), { code: 'externalAccountRequired' })
    const wrong = { keyId: 'kid-1', key: externalKey.toLowerCase() }
    await assert.rejects(lab.client.register(t.signal, { key, externalAccount: wrong }), AcmeError)
    const account = await lab.client.register(t.signal, { key, externalAccount: { keyId: 'kid-1', key: externalKey } })
    const nothing: ChallengeSolver = {
      ...lab.solver('http-01'),
      publish: async () => ({ [Symbol.asyncDispose]: async () => undefined }),
    }
    await assert.rejects(lab.issue(account, nothing, ['missing.example']), { name: 'AcmeError', code: 'unauthorized' })
    await assert.rejects(account.createOrder(t.signal, { names: ['a.example'], profile: 'none' }), {
      code: 'invalidProfile',
    })
  })
})

interface Lab extends AsyncDisposable {
  readonly pebble: Pebble
  readonly client: AcmeClient
  readonly servers: ChallengeServers
  solver(type: ChallengeType): ChallengeSolver
  issue(account: AcmeAccount, by: ChallengeType | ChallengeSolver, names: readonly string[]): Promise<IssuedChain>
}

async function openLab(t: TestContext, options: PebbleOptions = {}): Promise<Lab> {
  await using opened = new AsyncDisposableStack()
  const servers = opened.use(await ChallengeServers.start())
  const pebble = opened.use(await Pebble.start({ httpPort: servers.httpPort, tlsPort: servers.tlsPort, ...options }))
  const transport = trustingTransport(pebble.roots)
  const client = new AcmeClient({ directoryUrl: pebble.directoryUrl, transport, userAgent: 'test/1.0' })
  const solver = (type: ChallengeType): ChallengeSolver => ({
    choose: ({ challenges }) => challenges.find((each) => each.type === type),
    publish: async (proof) => {
      if (type !== 'dns-01') return servers.publish(proof)
      const remove = pebble.names.add(
        `_acme-challenge.${proof.name}.`,
        'TXT',
        `"${dnsChallengeText(proof.keyAuthorization)}"`,
      )
      return { [Symbol.asyncDispose]: async () => remove() }
    },
  })
  const issue: Lab['issue'] = async (account, by, names) => {
    const order = await account.createOrder(t.signal, { names })
    const privateKey = createCertificateKey()
    const request = createCertificateRequest(names, privateKey)
    const chosen = typeof by === 'string' ? solver(by) : by
    const pem = await issueCertificate(t.signal, { account, order, request, solver: chosen })
    return checkChain(pem, { privateKey, names, now: Date.now() })
  }
  const stack = opened.move()
  return { pebble, client, servers, solver, issue, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
