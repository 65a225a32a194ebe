import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { domainLimits, revokeDdnsToken } from '../../shared.ts'
import { basic, home, nas, openDdnsLab } from '../testing/ddns-lab.ts'
import { acme } from '../testing/zones-lab.ts'

const query = { hostname: home, myip: '198.51.100.7' }

suite('refused updates of dynamic DNS', () => {
  test('a wrong, missing or revoked token is badauth, and is taken from no other place', async () => {
    await using lab = await openDdnsLab()
    const { token, id } = await lab.createToken()
    const wrong = await lab.update(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`, query)
    assert.deepEqual([wrong.status, wrong.lines], [401, ['badauth']])
    assert.match(wrong.headers.get('www-authenticate') ?? '', /^Basic /)
    assert.equal((await lab.update(undefined, query)).status, 401)
    assert.equal((await lab.update(undefined, { ...query, password: token, token })).status, 401)
    const statusOf = async (headers: { readonly authorization: string }) =>
      (await lab.host.fetch(new Request(`http://host.test/nic/update?hostname=${home}`, { headers }))).status
    assert.equal(await statusOf({ authorization: `Bearer ${token}` }), 401)
    assert.equal(await statusOf(basic(token, 'x')), 401)
    assert.equal(await statusOf({ authorization: 'Basic %%%' }), 401)
    assert.deepEqual((await lab.update(token, query)).lines, ['good 198.51.100.7'])
    await lab.host.as('admin').call(revokeDdnsToken, { id })
    assert.deepEqual((await lab.update(token, query)).lines, ['badauth'])
  })

  test('a token has five updates a minute, then abuse', async () => {
    await using lab = await openDdnsLab()
    const [{ token }, other] = [await lab.createToken(), await lab.createToken()]
    const answers: string[] = []
    for (let count = 0; count < 6; count += 1) answers.push(...(await lab.update(token, query)).lines)
    assert.deepEqual(answers, ['good 198.51.100.7', ...Array(4).fill('nochg 198.51.100.7'), 'abuse'])
    const refused = await lab.update(token, query)
    assert.deepEqual([refused.status, Number(refused.headers.get('retry-after')) > 0], [429, true])
    assert.equal((await lab.update(other.token, query)).status, 200)
    lab.host.clock.advance({ minutes: 1 })
    assert.deepEqual((await lab.update(token, query)).lines, ['nochg 198.51.100.7'])
  })

  test('many wrong tokens of a network are abuse, and never lock out the owner of a token behind it', async () => {
    await using lab = await openDdnsLab()
    const { token } = await lab.createToken()
    const statuses = new Set<number>()
    for (let count = 0; count < domainLimits.ddnsFailures; count += 1) {
      statuses.add((await lab.update('wrong', query, '9.9.9.9')).status)
    }
    assert.deepEqual([...statuses], [401])
    assert.deepEqual((await lab.update('wrong', query, '9.9.9.10')).lines, ['abuse'])
    assert.equal((await lab.update(undefined, query, '9.9.9.9')).status, 401, 'one that waits to be asked')
    assert.equal((await lab.update('wrong', query, '9.9.10.9')).status, 401)
    assert.deepEqual((await lab.update(token, query, '9.9.9.9')).lines, ['good 198.51.100.7'])
  })

  test('with the feature off an update is 404 and nothing changes', async () => {
    await using lab = await openDdnsLab()
    const { token } = await lab.createToken()
    await lab.host.switchFeature('domains', false)
    const { status, lines } = await lab.update(token, query)
    assert.deepEqual([status, lines, lab.writes()], [404, ['nohost'], 0])
    await lab.host.switchFeature('domains', true)
    assert.deepEqual((await lab.update(token, query)).lines, ['good 198.51.100.7'])
  })

  test('a record set of a feature, and one of a tool outside, is dnserr and leaves no plan', async () => {
    await using lab = await openDdnsLab()
    const { here } = lab.host.workspaces
    const own = { name: home, type: 'A', ttl: 60, data: ['192.0.2.1'], comment: 'Links' }
    await lab.dns.apply(here, { title: 'Links', owns: true, zones: [{ zoneId: lab.id, set: [own] }] })
    await lab.host.settleJobs()
    const mark = ['"heritage=external-dns,external-dns/owner=k8s"']
    await lab.apply(await lab.plan(lab.id, { set: [{ name: 'nas', type: 'TXT', data: mark }] }))
    const writes = lab.writes()
    const { token, id } = await lab.createToken(['home', 'nas', 'new'])
    const hostname = `${home},${nas},new.${acme}`
    const { lines } = await lab.update(token, { hostname, myip: '198.51.100.7,2001:db8::7' })
    assert.deepEqual(lines, ['dnserr', 'dnserr', 'good 198.51.100.7,2001:db8::7'])
    assert.equal(lab.writes(), writes + 3, 'home AAAA, new A and new AAAA')
    assert.equal((await lab.token(id))?.lastProblem, 'managed')
  })

  test('an alias at the name is dnserr', async () => {
    await using lab = await openDdnsLab()
    await lab.apply(await lab.plan(lab.id, { set: [{ name: 'alias', type: 'CNAME', data: ['host.example.net.'] }] }))
    const { token, id } = await lab.createToken(['alias'])
    assert.deepEqual((await lab.update(token, { ...query, hostname: `alias.${acme}` })).lines, ['dnserr'])
    assert.equal((await lab.token(id))?.lastProblem, 'rejected')
  })
})
