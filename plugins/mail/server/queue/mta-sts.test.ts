import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listAttempts } from '../../shared.ts'
import { trusted } from '../testing/authority.ts'
import { startHttpsSite, withoutHttpsPort } from '../testing/https-site.ts'
import { startNameServer } from '../testing/name-server.ts'
import { openSendLab, startPeer } from '../testing/send-lab.ts'

const tls = trusted('mx.peer.example')

/** Domains with the mode and the server of their policies. `mx.bad.example` has a certificate of another name. */
const domains = {
  'enforced.example': ['enforce', 'mx.peer.example'],
  'elsewhere.example': ['enforce', 'mx.other.example'],
  'bad.example': ['enforce', 'mx.bad.example'],
  'tested.example': ['testing', 'mx.bad.example'],
  'free.example': ['none', 'mx.bad.example'],
} as const
type Domain = keyof typeof domains

const exchange = (domain: Domain): string => (domain === 'elsewhere.example' ? 'mx.peer.example' : domains[domain][1])

suite('MTA-STS of a destination', { skip: withoutHttpsPort }, () => {
  test('decides where a message of the queue may go, from memory too, and refuses a wrong certificate', async (context) => {
    const peer = await startPeer(context, { tls })
    const site = await startHttpsSite(context, ({ hostname }) => {
      const [mode, mx] = domains[hostname.replace('mta-sts.', '') as Domain]
      return { body: `version: STSv1\r\nmode: ${mode}\r\nmx: ${mx}\r\nmax_age: 604800\r\n` }
    })
    const all = Object.keys(domains) as Domain[]
    const names = await startNameServer(context, {
      'A mx.peer.example': '127.0.0.1',
      'A mx.bad.example': '127.0.0.1',
      ...Object.fromEntries(
        all.flatMap((domain) => [
          [`MX ${domain}`, `10 ${exchange(domain)}`],
          [`TXT _mta-sts.${domain}`, 'v=STSv1; id=1'],
          [`A mta-sts.${domain}`, site.address],
        ]),
      ),
    })
    const environment = { HOST_MAIL_DIRECT: `${peer.server.port}`, HOST_DNS_RESOLVERS: names.address }
    const lab = await openSendLab(context, { environment, outbound: site.outbound(names) })
    const send = async () => {
      const id = await lab.send({ to: all.map((domain) => `ada@${domain}`) })
      await lab.host.settleJobs()
      return id
    }
    const expected = {
      'ada@enforced.example': 'delivered',
      'ada@elsewhere.example': 'deferred',
      'ada@bad.example': 'deferred',
      'ada@tested.example': 'delivered',
      'ada@free.example': 'delivered',
    }
    const first = await send()
    assert.deepEqual(await lab.states(first), expected)
    assert.equal(peer.accepted.length, 3)
    const { items } = await lab.host.as('owner').call(listAttempts, { id: first })
    const tlsOf = Object.fromEntries(items.map(({ domain, tls: used }) => [domain, used.endsWith('verified')]))
    assert.deepEqual([tlsOf['enforced.example'], tlsOf['tested.example'], tlsOf['free.example']], [true, false, false])
    const replies = new Map((await lab.details(first)).all.map(({ address, reply }) => [address, reply]))
    for (const domain of ['elsewhere.example', 'bad.example']) {
      assert.match(replies.get(`ada@${domain}`) ?? '', /^450 4\.7\./, domain)
    }
    assert.equal(site.requests.length, all.length)
    // A policy stays in force where an attacker hides its record.
    for (const domain of all) Object.assign(names.zone, { [`TXT _mta-sts.${domain}`]: [] })
    assert.deepEqual(await lab.states(await send()), expected)
    assert.equal(site.requests.length, all.length)
  })

  test('is not known where its web server has a certificate of another name', async (context) => {
    const peer = await startPeer(context)
    const site = await startHttpsSite(context, () => ({ body: '' }), { wrongNames: ['mta-sts.enforced.example'] })
    const names = await startNameServer(context, {
      'MX enforced.example': '10 mx.peer.example',
      'A mx.peer.example': '127.0.0.1',
      'TXT _mta-sts.enforced.example': 'v=STSv1; id=1',
      'A mta-sts.enforced.example': site.address,
    })
    const environment = { HOST_MAIL_DIRECT: `${peer.server.port}`, HOST_DNS_RESOLVERS: names.address }
    const lab = await openSendLab(context, { environment, outbound: site.outbound(names) })
    const id = await lab.send({ to: ['ada@enforced.example'] })
    await lab.host.settleJobs()
    assert.deepEqual([await lab.states(id), site.requests], [{ 'ada@enforced.example': 'delivered' }, []])
  })
})
