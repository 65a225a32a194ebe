import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listZoneHistory } from '../../shared.ts'
import { basic, home, nas, openDdnsLab } from '../testing/ddns-lab.ts'
import { acme } from '../testing/zones-lab.ts'

suite('updates by dynamic DNS', () => {
  test('an address is written once, keeps TTL, comment and proxy, and is not written again', async () => {
    await using lab = await openDdnsLab()
    const { token, id } = await lab.createToken()
    const first = await lab.update(token, { hostname: home, myip: '198.51.100.7' })
    assert.deepEqual([first.status, first.lines], [200, ['good 198.51.100.7']])
    assert.match(first.headers.get('content-type') ?? '', /^text\/plain/)
    const set = lab.provider.zones.get(acme)?.get({ name: home, type: 'A' })
    const kept = { name: home, type: 'A', ttl: 60, comment: 'Router', isProxied: true }
    assert.deepEqual(set, { ...kept, data: ['198.51.100.7'] })
    const calls = lab.provider.calls.length
    assert.deepEqual((await lab.update(token, { hostname: home, myip: '198.51.100.7' })).lines, ['nochg 198.51.100.7'])
    assert.equal(lab.provider.calls.length, calls, 'an unchanged address calls no provider')
    const { items } = await lab.host.as('member').call(listZoneHistory, { id: lab.id })
    assert.deepEqual(
      items.slice(0, 1).map(({ title, state, plannedBy }) => [title, state, plannedBy]),
      [['Dynamic DNS token Router', 'applied', null]],
    )
    const { lastAddress, lastAnswer, lastProblem } = (await lab.token(id)) ?? {}
    assert.deepEqual([lastAddress, lastAnswer, lastProblem], ['198.51.100.7', 'nochg', null])
  })

  test('both types at once, and several addresses of one; a type without an address stays', async () => {
    await using lab = await openDdnsLab()
    const { token } = await lab.createToken()
    const both = { hostname: home, myip: '198.51.100.7,2001:DB8::7' }
    assert.deepEqual((await lab.update(token, both)).lines, ['good 198.51.100.7,2001:db8::7'])
    const several = { hostname: home, myipv4: '198.51.100.8, 198.51.100.9', myipv6: '' }
    assert.deepEqual((await lab.update(token, several)).lines, ['good 198.51.100.8,198.51.100.9'])
    assert.ok(lab.records().includes(`${home} 120 AAAA 2001:db8::7`))
    assert.ok(lab.records().includes(`${home} 60 A 198.51.100.8 | 198.51.100.9`))
  })

  test('without an address the one of the client is taken, as far as proxies are trusted; a private one never', async () => {
    await using lab = await openDdnsLab()
    const { token } = await lab.createToken()
    assert.deepEqual((await lab.update(token, { hostname: home }, '1.1.1.1, 8.8.4.4')).lines, ['good 8.8.4.4'])
    const ofSix = await lab.update(token, { hostname: home, myip: '' }, '2606:4700::1111')
    assert.deepEqual(ofSix.lines, ['good 2606:4700::1111'])
    const inside = await lab.update(token, { hostname: home }, '10.0.0.7')
    assert.deepEqual(inside.lines, ['dnserr'])
    const written = await lab.update(token, { hostname: home, myip: '10.0.0.7' })
    assert.deepEqual(written.lines, ['good 10.0.0.7'], 'one that the client states is its own decision')
  })

  test('a client without a token learns its public address, and nothing else', async () => {
    await using lab = await openDdnsLab()
    const url = `${await lab.listen()}/nic/checkip`
    const ask = async (from: string) => {
      const answer = await fetch(url, { headers: { 'x-forwarded-for': from } })
      return [answer.status, await answer.text()]
    }
    assert.deepEqual(await ask('1.1.1.1, 8.8.4.4'), [200, 'Current IP Address: 8.8.4.4\n'])
    assert.deepEqual(await ask('2606:4700::1111'), [200, 'Current IP Address: 2606:4700::1111\n'])
    assert.deepEqual(await ask('10.0.0.7'), [404, 'No public address\n'])
  })

  test('a prefix takes the place of the first bits of each name, and names have an answer each', async () => {
    await using lab = await openDdnsLab()
    const { token } = await lab.createToken(['home', 'nas', 'new'])
    const query = { hostname: `${home},${nas},new.${acme},other.${acme},home`, myipv6: '2001:db8:9:2::/64' }
    assert.deepEqual((await lab.update(token, query)).lines, [
      'good 2001:db8:9:2::10',
      'good 2001:db8:9:2:a:b:c:d',
      'dnserr',
      'nohost',
      'notfqdn',
    ])
    assert.ok(lab.records().includes(`${nas} 300 AAAA 2001:db8:9:2:a:b:c:d`))
    const again = await lab.update(token, { hostname: nas, myipv6: '2001:db8:9:2::/64' })
    assert.deepEqual(again.lines, ['nochg 2001:db8:9:2:a:b:c:d'])
    assert.equal(lab.writes(), 2)
  })

  test('a name without records gets them, and a token for one type leaves the other', async () => {
    await using lab = await openDdnsLab()
    const { token } = await lab.createToken(['new', '*.pool'], ['A'])
    const query = { hostname: `new.${acme},*.pool.${acme}`, myip: '198.51.100.7,2001:db8::7' }
    assert.deepEqual((await lab.update(token, query)).lines, ['good 198.51.100.7', 'good 198.51.100.7'])
    assert.ok(lab.records().includes(`new.${acme} 300 A 198.51.100.7`))
    assert.ok(lab.records().every((text) => !text.includes('2001:db8::7')))
    const six = await lab.update(token, { hostname: `new.${acme}`, myip: '2001:db8::7' })
    assert.deepEqual(six.lines, ['dnserr'])
  })

  test('the user name is the host name where the query has none', async () => {
    await using lab = await openDdnsLab()
    const { token } = await lab.createToken()
    const ask = async (user: string) => {
      const request = new Request('http://host.test/nic/update?myip=198.51.100.7', { headers: basic(user, token) })
      return await (await lab.host.fetch(request)).text()
    }
    assert.equal(await ask(home.toUpperCase()), 'good 198.51.100.7\n')
    assert.equal(await ask('router'), 'notfqdn\n')
  })

  test('wrong addresses, too many of them and too many names change nothing', async () => {
    await using lab = await openDdnsLab()
    const { token, id } = await lab.createToken()
    const wrong = [
      '127.0.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '169.254.1.1',
      '::1',
      'fe80::1',
      'ff02::1',
      '::ffff:8.8.8.8',
      '8.8.8.8/24',
      'fe80::/64',
      '2001:db8::/8',
      '2001:db8:1::/64,2001:db8:2::/64',
      'home',
      Array.from({ length: 9 }, (_, at) => `198.51.100.${at}`).join(','),
    ]
    for (const [place, myip] of wrong.entries()) {
      if (place % 5 === 0) lab.host.clock.advance({ minutes: 1 })
      assert.deepEqual((await lab.update(token, { hostname: home, myip })).lines, ['dnserr'], myip)
    }
    assert.equal((await lab.token(id))?.lastProblem, 'address')
    const hostname = Array.from({ length: 21 }, (_, at) => `h${at}.${acme}`).join(',')
    lab.host.clock.advance({ minutes: 1 })
    assert.deepEqual((await lab.update(token, { hostname })).lines, ['numhost'])
    assert.equal(lab.writes(), 0)
  })
})
