import type { Host } from '@host/host'
import type { Visitor } from '../../lab/visitor.ts'
import { fillMail } from './fill-mail.ts'
import { fillProducts } from './fill-products.ts'
import type { Things } from './foreign-ids.ts'
import { got, type Named } from './got.ts'

/**
 * Fills a workspace with one record of each kind, the same in each. No server listens at its webhook URL, which the
 * host must allow, and it must have a public URL. @param member owner of some tokens and sessions
 */
export async function fillWorkspace(host: Host, owner: Visitor, member: Visitor): Promise<Things> {
  const view = { page: '/members', name: 'Admins', query: 'role=admin', isShared: true }
  const { id: workspace } = (await got<{ workspace: Named }>(owner.get('/api/auth/me'))).workspace
  const { user } = await got<{ user: Named }>(member.get('/api/auth/me'))
  const token = await got<Named>(member.post('/api/tokens', { name: 'Robot' }))
  const invited = { emails: ['guest@example.test'], role: 'member' }
  const { items } = await got<{ items: readonly Named[] }>(owner.post('/api/invitations', invited))
  const sessions = await got<{ items: readonly Named[] }>(member.get('/api/auth/sessions'))
  const trail = await got<{ items: readonly Named[] }>(owner.get('/api/audit'))
  const entry = firstOf(trail.items)
  const { requestId } = await got<{ requestId: string }>(owner.get(`/api/audit/entries/${entry}`))
  const hook = { url: 'http://127.0.0.1:49151/hook', events: ['*'] }
  const { endpoint } = await got<{ endpoint: Named }>(owner.post('/api/webhooks', hook))
  const { deliveryId } = await got<{ deliveryId: string }>(owner.post(`/api/webhooks/${endpoint.id}/test`, {}))
  const newChannel = {
    kind: 'slack',
    name: 'Team',
    fields: { url: hook.url },
    language: 'en',
    categories: ['notifications.channels'],
  }
  const channel = await got<Named>(owner.post('/api/notifications/workspace-channels', newChannel))
  const domain = await got<Named>(owner.post('/api/domains', { name: 'acme.example' }))
  const linkHost = await got<Named>(owner.post('/api/x/links/hosts', { host: 'go.acme.example' }))
  const newLink = { url: 'https://www.example.com/', host: 'go.acme.example', slug: 'sale' }
  const link = await got<Named>(member.post('/api/x/links/links', newLink))
  const linkTag = await got<Named>(member.post('/api/x/links/tags', { name: 'Sale' }))
  const linkFolder = await got<Named>(member.post('/api/x/links/folders', { name: 'Sale' }))
  const oldLinks = { name: 'links.csv', text: 'url\nhttps://www.example.com/\n' }
  const linkImport = await got<Named>(member.post('/api/x/links/imports', oldLinks))
  const newTemplate = { name: 'Mail', source: 'newsletter' }
  const utmTemplate = await got<Named>(member.post('/api/x/links/utm-templates', newTemplate))
  const saved = await got<Named>(owner.post('/api/views', view))
  return {
    ...(await fillMail(host, owner, workspace)),
    ...(await fillProducts(owner)),
    workspace,
    member: user.id,
    token: token.id,
    invitation: firstOf(items),
    session: firstOf(sessions.items),
    view: saved.id,
    domain: domain.id,
    link: link.id,
    linkHost: linkHost.id,
    linkTag: linkTag.id,
    linkFolder: linkFolder.id,
    linkImport: linkImport.id,
    utmTemplate: utmTemplate.id,
    entry,
    request: requestId,
    webhook: endpoint.id,
    delivery: deliveryId,
    workspaceChannel: channel.id,
  }
}

function firstOf(items: readonly Named[]): string {
  const [first] = items
  if (first === undefined) throw new Error('Nothing is there.')
  return first.id
}
