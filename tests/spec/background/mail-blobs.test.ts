/** Emails whose bytes are in the database and in a folder. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Edge } from '@host/plugin/platform'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { emailOf, password } from '../lab/people.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

interface Received {
  readonly id: string
  readonly subject: string
  readonly files: readonly { readonly id: string }[]
}

const address = 'info@acme.example'
const environment = { HOST_PUBLIC_URL: 'http://host.test' }

async function deliver(owner: Visitor, subject: string): Promise<void> {
  const { body: inbound } = await owner.post<{ path: string; secret: string }>('/api/x/mail/inbound/rotate', {})
  const attachments = [{ name: 'a.txt', content: Buffer.from(`Inside ${subject}`).toString('base64') }]
  const body = { from: 'guest@peer.example', to: [address], subject, text: 'Hello', attachments }
  const headers = { 'x-inbound-secret': inbound.secret }
  assert.equal((await owner.send('POST', inbound.path, { body, headers })).status, 202)
}

/** What is read of the emails: their subjects, originals and files. */
async function contentsOf(owner: Visitor): Promise<readonly unknown[]> {
  const { body } = await owner.get<{ items: readonly Received[] }>('/api/emails')
  const read = async (path: string): Promise<string> => {
    const { status, body: text } = await owner.get(path)
    assert.equal(status, 200, path)
    return typeof text === 'string' ? text : JSON.stringify(text)
  }
  return await Promise.all(
    body.items.map(async ({ id, subject }) => {
      const { files } = (await owner.get<Received>(`/api/emails/${id}`)).body
      const file = await read(`/api/emails/${id}/attachments/${files[0]?.id}`)
      return [subject, (await read(`/api/emails/${id}/raw`)).includes(`Subject: ${subject}`), file]
    }),
  )
}

test('blob fallback and both generations: emails in the database stay readable once new ones go to a folder', async () => {
  const [sqlite] = testDatabases
  await using database = await (sqlite ?? assert.fail()).create()
  const folder = await mkdtemp(join(tmpdir(), 'host-mail-blobs-'))
  try {
    const inDatabase = ['In the database', true, 'Inside In the database']
    {
      await using host = await startSpecHost({ at: database, environment })
      const owner = await host.visitor().signIn(emailOf('ada'), password)
      const { body } = await owner.get<{ workspace: { id: string } }>('/api/auth/me')
      await host.host.lookup(Edge)?.prove(body.workspace.id, 'acme.example')
      await owner.post('/api/x/mail/mailboxes', { address })
      await deliver(owner, 'In the database')
      assert.deepEqual(await contentsOf(owner), [inDatabase])
    }
    await using host = await startSpecHost({ at: database, environment: { ...environment, HOST_BLOBS: folder } })
    const owner = await host.visitor().signIn(emailOf('ada'), password)
    await deliver(owner, 'In a folder')
    assert.deepEqual(await contentsOf(owner), [['In a folder', true, 'Inside In a folder'], inDatabase])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
