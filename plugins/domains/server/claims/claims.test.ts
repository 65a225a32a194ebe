import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addDomain, domainLimits, listDomainHosts, listDomains, removeDomain } from '../../shared.ts'
import * as endpoints from '../../shared/claims.ts'
import { openDomainsLab, type DomainsLab } from '../testing/domains-lab.ts'

interface Refusal {
  readonly code: string
  readonly detail?: string
  readonly errors?: readonly { readonly path: string }[]
}

async function refusal(lab: DomainsLab, name: string): Promise<readonly unknown[]> {
  const answer = await lab.host.as('admin').post('/api/domains', { name })
  const { code, errors = [] } = (await answer.json()) as Refusal
  return [answer.status, code, ...errors.map(({ path }) => path)]
}

suite('claims of domains', () => {
  test('names are stored in one form and shown in Unicode, however they are written', async () => {
    await using lab = await openDomainsLab()
    const { name, asciiName, challenge } = await lab.host.as('admin').call(addDomain, { name: ' BÜCHER.Example.:443' })
    assert.deepEqual([name, asciiName], ['bücher.example', 'xn--bcher-kva.example'])
    assert.equal(challenge.name, '_host-challenge.xn--bcher-kva.example')
    assert.match(challenge.value, /^host-challenge=[a-z2-7]{32}$/)
    for (const again of ['bücher.example', 'xn--bcher-kva.example', 'XN--BCHER-KVA.EXAMPLE.']) {
      assert.deepEqual(await refusal(lab, again), [409, 'conflict'], again)
    }
  })

  test('public suffixes, names of the instance, and text that is not a name are refused at the field', async () => {
    await using lab = await openDomainsLab()
    const refused = ['com', 'co.uk', 'github.io', 'host.test', 'a.host.test', 'A.B.HOST.TEST.', 'localhost']
    const malformed = [
      'xn--a.example',
      'a..b',
      '-a.example',
      'a_b.example',
      '192.0.2.1',
      '[::1]',
      'a b.example',
      '*.a.example',
    ]
    for (const name of [...refused, ...malformed]) {
      assert.deepEqual(await refusal(lab, name), [400, 'invalid_input', 'name'], name)
    }
    for (const name of ['x.github.io', 'nothost.test']) await lab.host.as('admin').call(addDomain, { name })
  })

  test('two workspaces may claim a name, and only one verifies it', async () => {
    await using lab = await openDomainsLab()
    const other = lab.host.as('otherOwner')
    const [ours, theirs] = [await lab.add('acme.example'), await lab.add('acme.example', other)]
    assert.notEqual(ours.challenge.value, theirs.challenge.value)
    lab.set(ours, [ours.challenge.value, theirs.challenge.value])
    assert.equal((await lab.verify(ours.id)).state, 'verified')
    const late = await other.post(`/api/domains/${theirs.id}/verify`, {})
    const { detail } = (await late.json()) as Refusal
    assert.deepEqual([late.status, detail], [409, 'This name is in use in another workspace.'])
    const { state, outcome } = await other.call(endpoints.readDomain, { id: theirs.id })
    assert.deepEqual([state, outcome], ['pending', 'taken'])
    assert.deepEqual(await lab.proofs(lab.host.workspaces.there), [])
    await lab.host.as('admin').call(removeDomain, { id: ours.id })
    assert.equal((await other.call(endpoints.verifyDomain, { id: theirs.id })).state, 'verified')
  })

  test('two workspaces that verify a name at once do not both get it', async () => {
    await using lab = await openDomainsLab()
    const other = lab.host.as('otherOwner')
    const [ours, theirs] = [await lab.add('acme.example'), await lab.add('acme.example', other)]
    lab.set(ours, [ours.challenge.value, theirs.challenge.value])
    const verified = await Promise.allSettled([
      lab.verify(ours.id),
      other.call(endpoints.verifyDomain, { id: theirs.id }),
    ])
    assert.equal(verified.filter(({ status }) => status === 'fulfilled').length, 1)
    const proofs = [await lab.proofs(), await lab.proofs(lab.host.workspaces.there)]
    assert.equal(proofs.flat().length, 1)
  })

  test('the limit of unverified domains holds for requests at once', async () => {
    await using lab = await openDomainsLab()
    const admin = lab.host.as('admin')
    const add = (count: number) => admin.call(addDomain, { name: `d${count}.example` })
    for (let count = 2; count < domainLimits.pending; count += 1) await add(count)
    const added = await Promise.allSettled([0, 1, 2000, 2001, 2002].map((count) => add(count)))
    assert.equal(added.filter(({ status }) => status === 'fulfilled').length, 2)
    assert.deepEqual(await refusal(lab, 'more.example'), [409, 'conflict'])
    const { total } = await admin.call(listDomains, { total: true })
    assert.equal(total, domainLimits.pending)
  })

  test('domains of another workspace are 404 on every route, and members change none', async () => {
    await using lab = await openDomainsLab()
    const { id } = await lab.add('acme.example')
    const routes = Object.values(endpoints).flatMap((each) => ('pattern' in each ? [each] : []))
    const own = routes.filter(({ pattern }) => pattern.includes('{id}'))
    assert.equal(own.length, 5)
    const bodyOf = (path: string) => (path.endsWith('/certificate') ? { host: 'go.acme.example' } : {})
    for (const { pattern, role } of own) {
      const [method = '', path = ''] = pattern.replace('{id}', id).split(' ')
      const as = async (person: 'member' | 'otherOwner' | 'anonymous') =>
        (await lab.host.as(person).send(method, path, method === 'POST' ? { body: bodyOf(path) } : {})).status
      assert.deepEqual([await as('otherOwner'), await as('anonymous')], [404, 401], pattern)
      assert.equal((await as('member')) === 403, role === 'admin', pattern)
    }
    assert.equal((await lab.host.as('member').post('/api/domains', { name: 'b.example' })).status, 403)
    assert.deepEqual((await lab.host.as('otherOwner').call(listDomains)).items, [])
  })

  test('removing a domain takes its proof and its checks, and names the hosts that stood on it', async () => {
    await using lab = await openDomainsLab()
    const added = await lab.add('acme.example')
    lab.set(added)
    await lab.verify(added.id)
    await lab.edge.assign(lab.host.workspaces.here, 'go.acme.example')
    await lab.edge.assign(lab.host.workspaces.here, 'notacme.example')
    const served = () => lab.host.fetch(new Request('http://go.acme.example/'))
    assert.equal(await (await served()).text(), 'served')
    const host = { host: 'go.acme.example', plugin: 'witness' }
    await lab.edge.assign(lab.host.workspaces.here, 'shop.acme.example')
    const shop = { host: 'shop.acme.example', plugin: 'witness' }
    const list = (input: object) => lab.host.as('member').call(listDomainHosts, { id: added.id, limit: 1, ...input })
    const first = await list({})
    assert.deepEqual(first.items, [{ ...host, certificate: null }])
    assert.deepEqual(await list({ cursor: first.nextCursor ?? '' }), {
      items: [{ ...shop, certificate: null }],
      nextCursor: null,
    })
    assert.deepEqual(await lab.host.as('admin').call(removeDomain, { id: added.id }), { hosts: [host, shop] })
    assert.notEqual(await (await served()).text(), 'served')
    assert.deepEqual(await lab.proofs(), [])
    const asked = lab.dns.asked.length
    await lab.pass({ days: 40 })
    assert.equal(lab.dns.asked.length, asked)
    assert.deepEqual(await lab.events(), ['domain.created', 'domain.verified', 'domain.removed'])
  })

  test('a list shows what is wrong first, and is narrowed down by state and text', async () => {
    await using lab = await openDomainsLab()
    const admin = lab.host.as('admin')
    const verified = await lab.add('bücher.example')
    await lab.add('acme.example')
    lab.set(verified)
    await lab.verify(verified.id)
    const names = async (input: object) => (await admin.call(listDomains, input)).items.map(({ name }) => name)
    assert.deepEqual(await names({}), ['acme.example', 'bücher.example'])
    assert.deepEqual(await names({ state: 'verified' }), ['bücher.example'])
    assert.deepEqual(await names({ q: 'BÜCHER'.toLowerCase() }), ['bücher.example'])
    assert.deepEqual(await names({ q: 'xn--bcher' }), ['bücher.example'])
    assert.deepEqual(await names({ sort: '-name' }), ['bücher.example', 'acme.example'])
  })
})
