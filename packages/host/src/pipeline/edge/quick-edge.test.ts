import assert from 'node:assert/strict'
import { request, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import { definePlugin, Features, requireService } from '@host/plugin'
import { Edge } from '@host/plugin/platform'
import { BootError } from '../../support/boot-error.ts'
import { readConfig } from '../../config/config.ts'
import { labHost, type LabOptions } from '../../../testing/lab-host.ts'
import { edgeLab, own } from '../../../testing/pipeline/edge/edge-lab.ts'

interface Sent {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Asked {
  readonly host?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A laboratory that listens, with `acme.com` proved and assigned. */
async function socketLab(context: TestContext, options: LabOptions = {}) {
  const opened = await edgeLab(context, options)
  const { edge, owner, lab } = opened
  await edge.prove(owner.orgId, 'acme.com')
  await edge.assign(owner.orgId, 'acme.com')
  const url = await lab.host.listen()
  const send = (path: string, { host = 'acme.com', method = 'GET', headers = {}, body }: Asked = {}): Promise<Sent> =>
    new Promise((resolve, reject) => {
      const sent = request(url, { path, method, headers: { host, ...headers } }, (answer) => {
        const { statusCode = 0, headers: received } = answer
        text(answer).then((told) => resolve({ status: statusCode, headers: received, body: told }), reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  // The first request of a host is looked up in the database, the usual way.
  assert.equal((await send('/')).status, 200)
  return { ...opened, send }
}

const shared = 'go.host.example'
const withShared = { environment: { HOST_SHARED_HOST: shared } }

suite('answers from memory', () => {
  test('leave as they are, with an ID and the headers of every answer, without a body', async (context) => {
    const { send, owner } = await socketLab(context)
    const { status, headers, body } = await send('/quick?a=1', { headers: { referer: 'https://x.example/ü' } })
    assert.deepEqual(
      [status, headers.location, headers['cache-control'], headers['content-length'], body],
      [302, `https://acme.com/GET/${owner.orgId}?from=https%3A%2F%2Fx.example%2F%C3%BC`, 'private, max-age=0', '0', ''],
    )
    assert.match(String(headers['x-request-id']), /^[0-9a-f]{16}$/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['strict-transport-security'], 'max-age=604800')
    assert.equal(headers['set-cookie'], undefined)
  })

  test('are asked for by GET and HEAD alone; another method and a body go to the handler', async (context) => {
    const { send, owner, parts } = await socketLab(context)
    assert.match(String((await send('/quick', { method: 'HEAD' })).headers.location), /\/HEAD\//)
    const passed = parts.passed ?? 0
    for (const method of ['POST', 'PUT', 'OPTIONS', 'DELETE']) {
      assert.notEqual((await send('/quick', { method })).status, 302, method)
    }
    assert.notEqual((await send('/quick', { body: 'x', headers: { 'content-length': '1' } })).status, 302)
    assert.equal(parts.passed, passed)
    assert.equal((await send('/')).body.includes(owner.orgId), true)
  })

  test('end with the proof, the assignment and the feature, each with the answer that says so', async (context) => {
    const { send, edge, owner, lab } = await socketLab(context)
    const features = lab.host.lookup(Features)
    const answers = async (): Promise<number> => (await send('/quick')).status
    assert.equal(await answers(), 302)
    await features?.set(owner.orgId, 'links', false)
    assert.equal(await answers(), 404)
    await features?.set(owner.orgId, 'links', true)
    assert.equal((await send('/')).status, 200)
    assert.equal(await answers(), 302)
    await edge.disprove(owner.orgId, 'acme.com')
    assert.equal(await answers(), 404)
    await edge.prove(owner.orgId, 'acme.com')
    await send('/')
    assert.equal(await answers(), 302)
    await edge.release(owner.orgId, 'acme.com')
    assert.equal(await answers(), 404)
  })

  test('a handler that throws is a fault of its plugin, and the usual way answers', async (context) => {
    const { send, lab } = await socketLab(context)
    const answer = await send('/quick-fail', { headers: { accept: 'text/html' } })
    assert.doesNotMatch(answer.body, /secret cause/)
    assert.equal(answer.status, 404)
    assert.equal(lab.host.faultCount('links'), 1)
  })

  test('count against the limit of the address, and only those that leave are told to the plugin', async (context) => {
    const { send, parts } = await socketLab(context, { environment: { HOST_RATE_PAGE: '3' } })
    const statuses: number[] = []
    for (let each = 0; each < 4; each += 1) statuses.push((await send('/quick')).status)
    assert.deepEqual(statuses, [302, 302, 429, 429], 'one was used by the first request')
    assert.equal(parts.passed, 2)
  })

  test('are logged and counted as all others', async (context) => {
    const { send, lab } = await socketLab(context, { environment: { HOST_ACCESS_LOG: 'all' } })
    const { headers } = await send('/quick?secret=1', { headers: { 'x-request-id': 'made-up-by-a-client' } })
    const line = lab.log.find(({ message, status }) => message === 'Answered' && status === 302)
    assert.deepEqual(
      [line?.['plugin'], line?.['route'], line?.['requestId'], line?.['path']],
      ['links', 'edge', headers['x-request-id'], undefined],
    )
    assert.equal(typeof line?.['milliseconds'], 'number')
    assert.notEqual(headers['x-request-id'], 'made-up-by-a-client')
  })
})

suite('the shared host', () => {
  test('is answered for the workspace that the plugin names, from memory or later, while it and its feature are there', async (context) => {
    const { send, owner, other, parts, lab } = await socketLab(context, withShared)
    parts.lateOrg = other.orgId
    const at = (path: string) => send(path, { host: shared })
    assert.equal((await at(`/${owner.orgId}`)).body, JSON.stringify({ orgId: owner.orgId }))
    assert.match(String((await at(`/quick-${owner.orgId}`)).headers.location), new RegExp(owner.orgId))
    assert.equal((await at('/late')).body, JSON.stringify({ orgId: other.orgId }))
    for (const path of ['/', '/nothing', '/org_00000000000000000000000000', '/quick-org_00000000000000000000000000']) {
      assert.equal((await at(path)).status, 404, path)
    }
    await lab.host.lookup(Features)?.set(owner.orgId, 'links', false)
    assert.equal((await at(`/${owner.orgId}`)).status, 404)
    assert.equal((await at(`/quick-${owner.orgId}`)).status, 404)
    assert.equal((await at('/late')).status, 200, 'of a workspace whose feature is on')
  })

  test('shows nothing of the dashboard, and belongs to no workspace', async (context) => {
    const { send, edge, owner } = await socketLab(context, withShared)
    for (const path of ['/healthz', '/login', '/api/x/links/links', '/assets/none.js']) {
      assert.equal((await send(path, { host: shared, headers: { cookie: 'host_session=x' } })).status, 404, path)
    }
    assert.equal(edge.sharedHost, shared)
    for (const name of [shared, `a.${shared}`]) {
      await assert.rejects(edge.prove(owner.orgId, name), { code: 'invalid_input' })
      await assert.rejects(edge.assign(owner.orgId, name), { code: 'invalid_input' })
    }
  })

  test('made-up paths are limited before anything is looked up', async (context) => {
    const { send } = await socketLab(context, { environment: { HOST_SHARED_HOST: shared, HOST_RATE_PAGE: '4' } })
    const statuses: number[] = []
    for (let each = 0; each < 5; each += 1) statuses.push((await send(`/n${each}`, { host: shared })).status)
    assert.deepEqual(statuses, [404, 404, 404, 429, 429])
  })

  test('is answered by one plugin of a build', async (context) => {
    const sharing = (name: string) =>
      definePlugin({
        name,
        info: { title: name, description: 'Answers', icon: 'link', category: 'Work', api: '^1' },
        models: [],
        mount: (_mux, ctx) => requireService(ctx, Edge).serve(() => undefined, { workspaceOf: () => undefined }),
      })
    const opening = labHost(context, [sharing('one'), sharing('two')], { isInTree: true })
    await assert.rejects(opening, /Plugins "one" and "two" both answer the shared host; leave one out/)
  })

  test('has a public URL beside it, and is not the dashboard', () => {
    const refused = (environment: Readonly<Record<string, string>>, problem: RegExp) =>
      assert.throws(
        () => readConfig(environment),
        (error) => error instanceof BootError && problem.test(error.message),
      )
    refused({ HOST_SHARED_HOST: shared }, /HOST_PUBLIC_URL: it is missing/)
    refused({ HOST_SHARED_HOST: own, HOST_PUBLIC_URL: `https://${own}` }, /it is the host of HOST_PUBLIC_URL/)
    for (const host of ['go', 'go.example.com:80', 'https://go.example.com', '1.2.3.4']) {
      refused({ HOST_SHARED_HOST: host, HOST_PUBLIC_URL: `https://${own}` }, /is not a host name/)
    }
  })
})
