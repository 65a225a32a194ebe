import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { Features, type ProblemBody } from '@host/plugin'
import { Workspaces } from '@host/plugin/platform'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { labHost } from '../../../testing/lab-host.ts'
import { answererOf, code, edgeLab, own } from '../../../testing/pipeline/edge/edge-lab.ts'
import { linkHosts, type LinkParts } from '../../../testing/pipeline/edge/link-hosts.ts'

for (const product of testDatabases) {
  test(`${product.name}: an assigned host answers exactly while its name is proved by the same workspace`, async (context) => {
    const lab = await edgeLab(context, {}, product)
    const { edge, owner, other } = lab
    const url = 'https://go.acme.com/'
    assert.equal(await answererOf(lab, url), 'dashboard')
    await edge.assign(owner.orgId, 'go.acme.com')
    assert.equal(await answererOf(lab, url), 'dashboard', 'an unproved claim takes nothing away')
    await edge.prove(owner.orgId, 'acme.com')
    assert.equal(await answererOf(lab, url), owner.orgId)
    await edge.disprove(owner.orgId, 'acme.com')
    assert.equal(await answererOf(lab, url), 'dashboard')
    await edge.prove(other.orgId, 'acme.com')
    assert.equal(await answererOf(lab, url), 'nothing', 'the owner of the proof has assigned nothing')
    await edge.assign(other.orgId, 'go.acme.com')
    assert.equal(await answererOf(lab, url), other.orgId)
    await edge.release(other.orgId, 'go.acme.com')
    assert.equal(await answererOf(lab, url), 'nothing')
  })

  test(`${product.name}: a changed transaction is known with its answer, and one rolled back changes nothing`, async (context) => {
    const lab = await edgeLab(context, {}, product)
    const { owner } = lab
    for (const [path, host] of [
      ['prove', 'acme.com'],
      ['assign', 'acme.com'],
    ] as const) {
      assert.equal((await answererOf(lab, 'https://acme.com/')) === owner.orgId, false)
      const answer = await owner.call('POST', `/api/x/links/${path}`, {
        body: { host },
        headers: { origin: `https://${own}`, 'idempotency-key': crypto.randomUUID() },
      })
      assert.equal(answer.status, 204, await answer.text())
    }
    assert.equal(await answererOf(lab, 'https://acme.com/'), owner.orgId)
    const undone = await owner.call('POST', '/api/x/links/release', {
      body: { host: 'b.com' },
      headers: { origin: `https://${own}` },
    })
    assert.equal(undone.status, 404)
    assert.equal(await answererOf(lab, 'https://acme.com/'), owner.orgId)
    const released = await owner.call('POST', '/api/x/links/release', {
      body: { host: 'ACME.com.' },
      headers: { origin: `https://${own}` },
    })
    assert.equal(released.status, 204)
    assert.equal(await answererOf(lab, 'https://acme.com/'), 'nothing')
  })
}

test('most specific registered domain owns a host; host lists lie inside the own zone', async (context) => {
  const lab = await edgeLab(context)
  const { edge, owner, other } = lab
  await edge.prove(owner.orgId, 'acme.com')
  await edge.prove(other.orgId, 'shop.acme.com')
  await edge.assign(owner.orgId, '*.acme.com')
  await edge.assign(owner.orgId, 'x.shop.acme.com')
  assert.equal(await answererOf(lab, 'https://go.acme.com/'), owner.orgId)
  assert.equal(await answererOf(lab, 'https://acme.com/'), 'nothing', 'a wildcard has no host of its own name')
  assert.equal(await answererOf(lab, 'https://x.shop.acme.com/'), 'nothing')
  await edge.assign(other.orgId, 'x.shop.acme.com')
  assert.equal(await answererOf(lab, 'https://x.shop.acme.com/'), other.orgId)
  await edge.disprove(other.orgId, 'shop.acme.com')
  assert.equal(await answererOf(lab, 'https://x.shop.acme.com/'), owner.orgId)
})

test('exact host beats wildcard, and a longer wildcard beats a shorter one', async (context) => {
  const { edge, owner, ask } = await edgeLab(context)
  await edge.prove(owner.orgId, 'acme.com')
  await edge.assign(owner.orgId, '*.acme.com')
  await edge.assign(owner.orgId, 'a.b.acme.com')
  const hosts = await edge.list(owner.orgId)
  assert.deepEqual(hosts, [
    { host: '*.acme.com', page: undefined, isProved: true },
    { host: 'a.b.acme.com', page: undefined, isProved: true },
  ])
  for (const host of ['a.acme.com', 'z.y.acme.com', 'a.b.acme.com']) {
    const answer = (await (await ask(`https://${host}/`)).json()) as { readonly host: string }
    assert.equal(answer.host, host)
  }
})

test('contested names serve nothing until one workspace proves the name, and then its hosts only', async (context) => {
  const lab = await edgeLab(context)
  const { edge, owner, other } = lab
  for (const { orgId } of [owner, other]) {
    await edge.assign(orgId, 'acme.com')
    await edge.assign(orgId, '*.acme.com')
  }
  const urls = ['https://acme.com/', 'https://go.acme.com/']
  const answerers = async () => await Promise.all(urls.map((url) => answererOf(lab, url)))
  assert.deepEqual(await answerers(), ['dashboard', 'dashboard'])
  await edge.prove(other.orgId, 'acme.com')
  assert.deepEqual(await answerers(), [other.orgId, other.orgId])
  await edge.release(other.orgId, 'acme.com')
  await edge.release(other.orgId, '*.acme.com')
  assert.deepEqual(await answerers(), ['nothing', 'nothing'], 'the hosts of the other workspace never step in')
  await edge.disprove(other.orgId, 'acme.com')
  assert.deepEqual(await answerers(), ['dashboard', 'dashboard'])
})

test('a workspace that has not proved a name is refused, and learns nothing of the one that has', async (context) => {
  const { edge, owner, other } = await edgeLab(context)
  await edge.prove(owner.orgId, 'acme.com')
  await assert.rejects(edge.prove(other.orgId, 'ACME.com.'), code('conflict'))
  await edge.prove(owner.orgId, 'acme.com')
  assert.deepEqual(
    (await edge.proofs(owner.orgId)).map(({ name }) => name),
    ['acme.com'],
  )
  assert.deepEqual(await edge.proofs(other.orgId), [])
  for (const refused of [edge.disprove(other.orgId, 'acme.com'), edge.release(other.orgId, 'acme.com')]) {
    await assert.rejects(refused, code('not_found'))
  }
  await assert.rejects(edge.prove('org_unknown', 'b.com'), code('not_found'))
  await assert.rejects(edge.assign('org_unknown', 'b.com'), code('not_found'))
})

test("shared, dashboard and base-zone hosts can't be claimed by name or host list", async (context) => {
  const { edge, owner } = await edgeLab(context)
  const refused = [
    own,
    `x.${own}`,
    `${own.toUpperCase()}.:443`,
    'com',
    'co.uk',
    'github.io',
    'localhost',
    '10.0.0.1',
    '[::1]',
    'a_b.com',
    '',
  ]
  for (const name of refused) await assert.rejects(edge.prove(owner.orgId, name), code('invalid_input'), name)
  for (const host of [own, `*.${own}`, `x.${own}`, '*', '*.', 'localhost', '10.0.0.1']) {
    await assert.rejects(edge.assign(owner.orgId, host), code('invalid_input'), host)
  }
  await edge.prove(owner.orgId, 'x.github.io')
})

test('a claim of the parent zone never takes the dashboard away', async (context) => {
  const lab = await edgeLab(context)
  const { edge, owner, ask } = lab
  await edge.prove(owner.orgId, 'host.example')
  await edge.assign(owner.orgId, '*.host.example')
  for (const host of [own, own.toUpperCase(), `${own}:443`, `x.${own}`, 'localhost', '127.0.0.1:3000']) {
    assert.equal((await ask(`https://${host}/healthz`)).status, 200, host)
  }
  assert.equal(await answererOf(lab, 'https://go.host.example/'), owner.orgId)
})

test('a disabled host stops for its own workspace only, and a closed workspace serves nothing', async (context) => {
  const lab = await edgeLab(context)
  const { edge, owner, other } = lab
  for (const [person, name] of [
    [owner, 'acme.com'],
    [other, 'other.com'],
  ] as const) {
    await edge.prove(person.orgId, name)
    await edge.assign(person.orgId, name)
  }
  const features = lab.lab.host.lookup(Features)
  await features?.set(owner.orgId, 'links', false)
  assert.equal(await answererOf(lab, 'https://acme.com/'), 'nothing')
  assert.equal(await answererOf(lab, 'https://other.com/'), other.orgId)
  await features?.set(owner.orgId, 'links', true)
  assert.equal(await answererOf(lab, 'https://acme.com/'), owner.orgId)
  const workspaces = lab.lab.host.lookup(Workspaces)
  const actor = { orgId: other.orgId, actorId: other.userId }
  await workspaces?.erase(actor, 'Other')
  assert.equal(await answererOf(lab, 'https://other.com/'), 'nothing')
  await workspaces?.restore(actor)
  assert.equal(await answererOf(lab, 'https://other.com/'), other.orgId)
})

test('dashboard never on a proved name: no page, API, sign-in, health check, file or session', async (context) => {
  const { edge, owner, ask } = await edgeLab(context)
  await edge.prove(owner.orgId, 'acme.com')
  const paths = [
    '/',
    '/admin',
    '/login',
    '/api/me',
    '/api/v1/me',
    '/healthz',
    '/readyz',
    '/metrics',
    '/p/links/a',
    '/assets/a.js',
  ]
  for (const host of ['acme.com', 'go.acme.com']) {
    for (const path of paths) {
      const answer = await ask(`https://${host}${path}`, { cookie: owner.cookie, accept: 'text/html' })
      assert.equal(answer.status, 404, host + path)
      assert.equal(answer.headers.get('set-cookie'), null)
      const html = await answer.text()
      assert.doesNotMatch(html, /Host<|\/admin|favicon|overview|svg/, host + path)
      assert.match(html, /Check the address\./)
    }
  }
  const program = await ask('https://acme.com/api/me')
  assert.equal(((await program.json()) as ProblemBody).code, 'not_found')
})

test('a handler answers with its rows, without cookies, under headers of its own', async (context) => {
  const { edge, owner, other, ask } = await edgeLab(context)
  for (const [person, name] of [
    [owner, 'acme.com'],
    [other, 'other.com'],
  ] as const) {
    await edge.prove(person.orgId, name)
    await edge.assign(person.orgId, name)
  }
  const body = { slug: 'a', target: 'https://example.com/' }
  await owner.call('POST', '/api/x/links/links', { body, headers: { origin: `https://${own}` } })
  const found = await ask('https://acme.com/a')
  assert.deepEqual(
    [found.status, found.headers.get('location'), found.headers.get('set-cookie')],
    [302, body.target, null],
  )
  assert.equal(found.headers.get('strict-transport-security'), 'max-age=604800')
  assert.equal((await ask('https://other.com/a')).status, 404, 'rows of another workspace are out of reach')
  const root = await ask('https://ACME.com:8443/', { 'accept-language': 'zh', cookie: 'host_language=en' })
  const told = (await root.json()) as { readonly host: string; readonly language: string }
  assert.deepEqual([told.host, told.language, root.headers.get('set-cookie')], ['acme.com', 'zh', null])
})

test('an error or a late answer of a handler is a neutral page, and a fault of its plugin', async (context) => {
  const { lab, edge, owner, ask } = await edgeLab(context, { environment: { HOST_ANSWER_TIMEOUT: '1' } })
  await edge.prove(owner.orgId, 'acme.com')
  await edge.assign(owner.orgId, 'acme.com')
  for (const [path, status] of [
    ['/fail', 500],
    ['/slow', 504],
  ] as const) {
    const answer = await ask(`https://acme.com${path}`, { accept: 'text/html' })
    assert.equal(answer.status, status)
    assert.doesNotMatch(await answer.text(), /secret cause|\/admin|Host</)
  }
  assert.equal(lab.host.faultCount('links'), 2)
})

test('requests of one address are limited', async (context) => {
  const { edge, owner, ask } = await edgeLab(context, { environment: { HOST_RATE_PAGE: '2' } })
  await edge.prove(owner.orgId, 'acme.com')
  await edge.assign(owner.orgId, 'acme.com')
  const answers = [await ask('https://acme.com/'), await ask('https://acme.com/'), await ask('https://acme.com/')]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 429],
  )
})

test('a host of another plugin of the workspace is refused', async (context) => {
  const rival: LinkParts = {}
  const parts: LinkParts = {}
  const lab = await labHost(context, [linkHosts(parts), linkHosts(rival, 'rival')], {
    isInTree: true,
    environment: { HOST_PUBLIC_URL: `https://${own}` },
  })
  const { orgId } = await lab.admin()
  await parts.edge?.assign(orgId, 'go.acme.com')
  await assert.rejects(async () => await rival.edge?.assign(orgId, 'go.acme.com'), code('conflict'))
  await assert.rejects(async () => await rival.edge?.release(orgId, 'go.acme.com'), code('not_found'))
  await parts.edge?.prove(orgId, 'acme.com')
  await rival.edge?.assign(orgId, '*.acme.com')
  await rival.edge?.assign(orgId, '*.b.acme.com')
  await parts.edge?.assign(orgId, '*.x.b.acme.com')
  const answers = ['go.acme.com', 'a.acme.com', 'a.b.acme.com', 'a.x.b.acme.com'].map(async (host) => {
    return (await lab.host.fetch(new Request(`https://${host}/`))).status
  })
  assert.deepEqual(await Promise.all(answers), [200, 404, 404, 200], 'the other plugin has no handler')
})

test('without a public URL no name can be proved and none is answered', async (context) => {
  const parts: LinkParts = {}
  const lab = await labHost(context, [linkHosts(parts)], { isInTree: true })
  const { orgId } = await lab.admin()
  await assert.rejects(async () => await parts.edge?.prove(orgId, 'acme.com'), code('conflict'))
})

test('many made-up names reach the database at a bounded rate, and a name in memory still answers', async (context) => {
  const { edge, owner, ask } = await edgeLab(context)
  await edge.prove(owner.orgId, 'acme.com')
  await edge.assign(owner.orgId, 'acme.com')
  assert.equal((await ask('https://acme.com/')).status, 200)
  const statuses = new Map<number, number>()
  for (let count = 0; count < 1_000; count += 1) {
    const { status } = await ask(`https://n${count}.acme.com/`)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  assert.ok((statuses.get(404) ?? 0) < 900, JSON.stringify([...statuses]))
  assert.ok((statuses.get(429) ?? 0) > 0)
  assert.equal((await ask('https://acme.com/')).status, 200)
})

/** Sends raw bytes and resolves with the status line and the body. */
async function raw(url: string, text: string): Promise<string> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(text)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

test('every spelling of a host in bytes is its name or is refused, and no header but Host is believed', async (context) => {
  const { lab, edge, owner } = await edgeLab(context)
  await edge.prove(owner.orgId, 'acme.com')
  await edge.prove(owner.orgId, 'bücher.example')
  await edge.assign(owner.orgId, 'acme.com')
  await edge.assign(owner.orgId, 'xn--bcher-kva.example')
  const url = await lab.host.listen()
  const send = async (target: string, headers: string) =>
    await raw(url, `GET ${target} HTTP/1.1\r\n${headers}\r\nconnection: close\r\n\r\n`)
  const answered = [
    ['/', 'Host: acme.com'],
    ['/', 'Host: ACME.com:8080'],
    ['/', 'Host: XN--BCHER-KVA.example'],
    ['http://acme.com/', 'Host: acme.com'],
    ['/', 'Host: acme.com\r\nX-Forwarded-Host: app.host.example'],
    ['/', 'Host: acme.com\r\nForwarded: host=app.host.example'],
  ] as const
  for (const [target, headers] of answered) {
    assert.match(await send(target, headers), new RegExp(`200 OK[^]*${owner.orgId}`), headers)
  }
  const refused = [
    ['/', 'Host: acme.com.'],
    ['/', 'Host: bücher.example'],
    ['/', 'Host: acme.com\r\nHost: app.host.example'],
    ['/', 'Host: app.host.example\r\nHost: acme.com'],
    ['http://acme.com/', 'Host: app.host.example'],
    ['http://app.host.example/', 'Host: acme.com'],
    ['http://user:pass@acme.com/', 'Host: acme.com'],
    ['/', 'Host: user@acme.com'],
    ['/', 'Host: acme.com:99999'],
    ['/', 'Host: '],
  ] as const
  for (const [target, headers] of refused) assert.match(await send(target, headers), /^HTTP\/1\.1 400 /, headers)
  const dashboard = [
    'Host: app.host.example\r\nX-Forwarded-Host: acme.com',
    'Host: APP.host.example:443',
    `Host: ${'a'.repeat(60)}.${'b.'.repeat(120)}acme.com`,
    'Host: acme_.com',
    'Host: notacme.com',
  ]
  for (const headers of dashboard) assert.match(await send('/healthz', headers), /^HTTP\/1\.1 200 /, headers)
  assert.match(await send('/healthz', 'Host: acme.com'), /strict-transport-security: max-age=604800\r\n/)
})
