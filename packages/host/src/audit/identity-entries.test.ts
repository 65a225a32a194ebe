import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Features, type ServiceToken } from '@host/plugin'
import { Accounts, Sessions, Workspaces } from '@host/plugin/platform'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { labHost } from '../../testing/lab-host.ts'
import { notesPlugin } from '../../testing/notes-plugin.ts'
import { entriesOf } from '../../testing/audit/entries-of.ts'

for (const product of testDatabases) {
  suite(`audit entries of identity on ${product.dialect}`, () => {
    test('a change of rights is recorded in the log that it belongs to', async (t) => {
      await using fresh = await product.create()
      const { host, person, admin } = await labHost(t, [notesPlugin()], {
        environment: { HOST_DATABASE_URL: fresh.url },
      })
      const need = <Service>(token: ServiceToken<Service>): Service => host.lookup(token) as Service
      const [workspaces, sessions, features] = [need(Workspaces), need(Sessions), need(Features)]
      const root = await admin()
      const { orgId, userId: actorId } = root
      const ben = await person('member')
      const target = { orgId, actorId, userId: ben.userId }
      await workspaces.rename({ orgId, actorId }, 'Nest')
      await workspaces.change({ orgId, actorId }, { name: 'Nest', accent: '#0A6E52' })
      await workspaces.change({ orgId, actorId }, { accent: '#0a6e52' })
      await workspaces.changeRole(target, 'admin')
      await workspaces.changeRole(target, 'admin')
      await workspaces.removeMember(target)
      await workspaces.addMember(
        { orgId, actorId },
        { email: emailOf(await entriesOf(host, undefined), ben.userId), role: 'member' },
      )
      await workspaces.leave({ orgId, actorId: ben.userId })
      await features.set(orgId, 'notes', false)
      await features.set(orgId, 'notes', false)
      await sessions.revoke(actorId, orgId)
      const lines = (await entriesOf(host, orgId)).map(
        ({ action, actor, target: what, before, after }) =>
          `${action} by ${actor.kind === 'user' ? nameOf(actor.id) : actor.kind} of ${nameOf(what)} ${JSON.stringify([before, after])}`,
      )
      function nameOf(id: string | null): string {
        return (id ?? 'nothing')
          .replace(ben.userId, 'ben')
          .replace(actorId, 'root')
          .replace(orgId, 'home')
          .replace(/ses_\w+/, 'one')
      }
      assert.deepEqual(lines, [
        'workspace.created by root of workspace:home [null,{"name":"Home","slug":"home"}]',
        'session.started by root of session:one [null,null]',
        'member.added by root of user:ben [null,{"name":"member","role":"member"}]',
        'session.started by ben of session:one [null,null]',
        'workspace.renamed by root of workspace:home [{"name":"Home"},{"name":"Nest"}]',
        'workspace.recoloured by root of workspace:home [{"accent":null},{"accent":"#0a6e52"}]',
        'member.role_changed by root of user:ben [{"name":"member","role":"member"},{"name":"member","role":"admin"}]',
        'member.removed by root of user:ben [{"name":"member","role":"admin"},null]',
        'member.added by root of user:ben [null,{"name":"member","role":"member"}]',
        'member.left by ben of user:ben [{"name":"member","role":"member"},null]',
        'feature.switched_off by host of feature:notes [null,{"notes":false}]',
        'session.revoked by host of user:root [null,null]',
      ])
    })

    test('the instance knows who was made an account, who set it up, and who could not sign in', async (t) => {
      await using fresh = await product.create()
      const { host } = await labHost(t, [], { environment: { HOST_DATABASE_URL: fresh.url } })
      const accounts = host.lookup(Accounts)
      const request = new Request('http://lab.test/', { headers: { 'user-agent': 'Firefox' } })
      const ada = { email: 'ada@lab.test', name: 'Ada', password: 'quiet-river-93-lamp' }
      const user = await accounts?.create(ada)
      for (const [email, password] of [
        [ada.email, 'not the password'],
        ['my-password-in-the-wrong-field', ada.password],
      ] as const) {
        await assert.rejects(async () => accounts?.verifyPassword(request, email, password))
      }
      const entries = await entriesOf(host, undefined)
      assert.deepEqual(
        entries.map(({ action, actor, target, after }) => [
          action,
          actor.kind,
          target?.replace(/usr_\w+/, 'usr'),
          after,
        ]),
        [
          ['instance.set_up', 'host', 'user:usr', { email: 'root@lab.test', name: 'root' }],
          ['user.created', 'host', 'user:usr', { email: ada.email, name: 'Ada' }],
          ['session.refused', 'host', 'user:usr', null],
          ['session.refused', 'host', undefined, null],
        ],
      )
      assert.equal(entries[2]?.target, `user:${user?.id}`)
      assert.doesNotMatch(JSON.stringify(entries), /quiet-river|wrong-field|not the password/)
    })
  })
}

function emailOf(entries: Awaited<ReturnType<typeof entriesOf>>, userId: string): string {
  return String(entries.find(({ target }) => target === `user:${userId}`)?.after?.['email'])
}
