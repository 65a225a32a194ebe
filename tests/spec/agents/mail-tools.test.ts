/** Emails by agents and tokens: nothing of another workspace or of a mailbox without access, and nothing beyond a scope. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Edge } from '@host/plugin/platform'
import { agentOf, everyTool, mintToken, textOf } from '../lab/agents.ts'
import type { People } from '../lab/people.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const secret = 'The vault opens with 4711.'

interface Mail {
  readonly id: string
  readonly threadId: string
  readonly mailboxId: string
}

describe('mail', () => {
  let host: SpecHost
  let people: People
  let mail: Mail
  let mailbox: string

  before(async () => {
    host = await startSpecHost({ environment: { HOST_PUBLIC_URL: 'http://host.test' } })
    people = await host.people()
    ;({ mail, mailbox } = await receive(people.ada))
  })
  after(async () => host?.[Symbol.asyncDispose]())

  /** A mailbox of the owner with an email that nobody else may read. */
  async function receive(owner: Visitor): Promise<{ readonly mail: Mail; readonly mailbox: string }> {
    const { body: me } = await owner.get<{ workspace: { id: string } }>('/api/auth/me')
    await host.host.lookup(Edge)?.prove(me.workspace.id, 'acme.example')
    const { body } = await owner.post<{ id: string }>('/api/x/mail/mailboxes', { address: 'info@acme.example' })
    const { body: inbound } = await owner.post<{ path: string; secret: string }>('/api/x/mail/inbound/rotate', {})
    const email = { from: 'guest@peer.example', to: ['info@acme.example'], subject: 'Vault', text: secret }
    const headers = { 'x-inbound-secret': inbound.secret }
    assert.equal((await owner.send('POST', inbound.path, { body: email, headers })).status, 202)
    const { body: list } = await owner.get<{ items: readonly Mail[] }>('/api/emails')
    return { mail: list.items[0] ?? assert.fail(), mailbox: body.id }
  }

  test("MCP tools can't read another workspace's mail, nor that of a mailbox without access", async () => {
    const inputs = [
      {},
      { id: mail.id },
      { q: 'vault' },
      { mailboxId: mailbox },
      { threadId: mail.threadId },
      { answers: mail.id, kind: 'forward' },
    ]
    for (const person of [people.dora, people.cleo]) {
      await using agent = await agentOf(host, person)
      const tools = (await everyTool(agent)).filter(({ name }) => name.startsWith('mail_'))
      assert.ok(tools.length > 10)
      for (const { name, inputSchema } of tools) {
        const fields = Object.keys(inputSchema.properties ?? {})
        for (const input of inputs.filter((each) => Object.keys(each).every((key) => fields.includes(key)))) {
          const said = textOf(await agent.callTool({ name, arguments: input }))
          assert.doesNotMatch(said, /4711|guest@peer|"Vault"/, `${name} ${JSON.stringify(input)}`)
        }
      }
      const unknown = { name: 'mail_read', arguments: { id: `${mail.id.slice(0, -4)}0000` } }
      const foreign = { name: 'mail_read', arguments: { id: mail.id } }
      const texts = [textOf(await agent.callTool(foreign)), textOf(await agent.callTool(unknown))]
      for (const text of texts) assert.match(text, /Code: not_found/)
    }
    await using owner = await agentOf(host, people.ada)
    assert.match(textOf(await owner.callTool({ name: 'mail_read', arguments: { id: mail.id } })), /4711/)
  })

  test("inbound token: hidden from members, follows a token's scope", async () => {
    const paths = ['/api/x/mail/inbound', '/api/x/mail/inbound/rotate'] as const
    const outcomes = async (visitor: Visitor, token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const read = await visitor.send('GET', paths[0], { headers })
      const rotated = await visitor.send<{ secret?: string }>('POST', paths[1], { body: {}, headers })
      return [read.status, rotated.status, JSON.stringify([read.body, rotated.body]).includes('inb_')]
    }
    assert.deepEqual(await outcomes(people.cleo), [403, 403, false])
    for (const [scopes, expected] of [
      [
        ['links.read', 'links.write'],
        [403, 403, false],
      ],
      [['mail.read'], [200, 403, false]],
      [
        ['mail.read', 'mail.write'],
        [200, 200, true],
      ],
    ] as const) {
      assert.deepEqual(await outcomes(host.visitor(), await mintToken(people.ada, scopes)), expected, scopes.join())
    }
    const token = await mintToken(people.cleo, ['mail.read', 'mail.write'])
    assert.deepEqual(await outcomes(host.visitor(), token), [403, 403, false])
  })
})
