/** Entries of the audit log as sentences, in both languages. */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { PluginCatalog } from '@host/plugin'
import { changeSamples } from '@host/host/testing/domain-changes/change-samples'
import { createTestHost } from '@host/testing'
import { inTree } from '../../../apps/server/src/edition.ts'
import { shapeOf } from '../../../packages/host/src/audit/endpoint-shape.ts'
import { entryOf } from '../../../packages/host/src/domain-changes/domain-change.ts'
import { Sentences } from '../../../plugins/audit/server/sentences.ts'
import { domainStates } from '../../../plugins/domains/shared/claims.ts'
import { senderStates } from '../../../plugins/mail/shared/senders.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

interface Entry {
  readonly action: string
  readonly sentence: string | null
  readonly targetName: string | null
}

const checkout = resolve(import.meta.dirname, '../../..')
const languages = ['en', 'zh'] as const

/** Actions that code records by a name that it puts together. */
const composed: readonly (readonly [plugin: string, actions: readonly string[]])[] = [
  ['domains', domainStates.map((state) => `domain.${state}`)],
  ['mail', senderStates.map((state) => `mail_sender.${state}`)],
  ['mail', ['email', 'mail_outgoing', 'mail_suppression', 'mail_report'].map((kind) => `${kind}.expired`)],
  ['mcp', ['expired', 'withdrawn'].map((state) => `approval.${state}`)],
]

/** `action: 'a.b'`, `record('a.b'`, and one of two: `? 'a.b' : 'a.c'`. */
const recorded = /(?:\baction: |[#.]record\(|\? )'([a-z_]+\.[a-z_]+)'(?: : '([a-z_]+\.[a-z_]+)')?/g

/** Literal actions in the source of the host and of the plugins' servers, by their plugin. */
async function recordedActions(): Promise<readonly (readonly [plugin: string, action: string])[]> {
  const found: (readonly [string, string])[] = []
  for await (const file of glob('{packages/host/src,plugins/*/server}/**/*.ts', { cwd: checkout })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    const plugin = file.startsWith('plugins/') ? (file.split('/')[1] ?? '') : 'host'
    const source = await readFile(join(checkout, file), 'utf8')
    if (!/audit|trail|record\(/i.test(source)) continue
    for (const [, action = '', other = ''] of source.matchAll(recorded)) {
      found.push([plugin, action])
      if (other !== '') found.push([plugin, other])
    }
  }
  return found
}

/** Actions of the host's own changes, of which each kind has a sample. */
function changedActions(): readonly (readonly [plugin: string, action: string])[] {
  const entries = changeSamples.flatMap((change) => entryOf(change) ?? [])
  return entries.map(({ action }) => ['host', action])
}

test('§P106 every action that the edition records has a sentence in both languages', async () => {
  await using host = await createTestHost({ plugins: inTree.map(({ plugin }) => plugin) })
  const catalog = host.service(PluginCatalog)
  const ofEndpoints = catalog.list().flatMap(({ name, routes }) =>
    routes.flatMap(({ endpoint }) => {
      const shape = endpoint && shapeOf(endpoint, name)
      return shape === undefined ? [] : [[name, shape.action] as const]
    }),
  )
  const ofChanges = changedActions()
  const ofCode = await recordedActions()
  assert.ok(ofChanges.length > 70)
  assert.ok(ofEndpoints.length > 150 && ofCode.length > 20, `${ofEndpoints.length}, ${ofCode.length}`)
  const sentences = new Sentences(catalog)
  const all = [
    ...ofEndpoints,
    ...ofChanges,
    ...ofCode,
    ...composed.flatMap(([plugin, actions]) => actions.map((action) => [plugin, action] as const)),
  ]
  const missing = all.flatMap(([plugin, action]) =>
    languages.flatMap((language) => {
      const entry = { plugin, action, target: null, targetName: null, before: null, after: null }
      return sentences.of(entry, language) === undefined ? [`${plugin}: ${action} (${language})`] : []
    }),
  )
  assert.deepEqual([...new Set(missing)].toSorted(), [])
})

test('§P106 entries read as sentences with the names of their targets, and sign-ins are left out on request', async () => {
  await using host = await startSpecHost()
  const { ada, cleo } = await host.people()
  const read = async (person: Visitor, query: string, language = 'en') =>
    (
      await person.send<{ items: readonly Entry[] }>('GET', `/api/audit?${query}`, {
        headers: { 'accept-language': language },
      })
    ).body.items
  const { id } = (await ada.get<{ user: { id: string } }>('/api/auth/me')).body.user
  const members = (await ada.get<{ items: { userId: string; name: string }[] }>('/api/members')).body.items
  const other = members.find(({ name }) => name === 'cleo')?.userId ?? ''
  assert.notEqual(other, id)
  await ada.send('PATCH', `/api/members/${other}`, { body: { role: 'admin' } })
  const [changed] = await read(ada, 'action=member.role_changed')
  assert.deepEqual([changed?.sentence, changed?.targetName], ['changed the role of cleo from member to admin', 'cleo'])
  const [inChinese] = await read(ada, 'action=member.role_changed', 'zh')
  assert.equal(inChinese?.sentence, '将 cleo 的角色由成员改为管理员')
  await cleo.refresh()
  const actions = async (query: string) => new Set((await read(ada, query)).map(({ action }) => action))
  assert.ok((await actions('limit=200')).has('session.started'))
  const shown = await actions('limit=200&signIns=false')
  assert.ok(shown.has('member.role_changed') && !shown.has('session.started'))
  assert.ok((await actions('action=session&signIns=false')).has('session.started'))
})
