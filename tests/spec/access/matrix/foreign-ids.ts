/**
 * Calls with IDs of another workspace. A route with a wildcard, and an input with an ID, must be in one of these tables
 * or the test fails; `reviewed` explains why the others take no foreign ID.
 */

import type { MailThings } from './fill-mail.ts'
import type { ProductThings } from './fill-products.ts'
import { foreignMailInputs, foreignMailPaths, reviewedMail } from './foreign-mail.ts'
import { foreignProductInputs, foreignProductPaths, reviewedProducts } from './foreign-products.ts'

/** Records of a workspace, by their IDs. */
export interface Things extends MailThings, ProductThings {
  readonly workspace: string
  readonly member: string
  readonly token: string
  readonly invitation: string
  readonly session: string
  readonly view: string
  readonly domain: string
  readonly link: string
  readonly linkHost: string
  readonly linkTag: string
  readonly linkFolder: string
  readonly linkImport: string
  readonly utmTemplate: string
  readonly entry: string
  /** The request that the entry is of. */
  readonly request: string
  readonly webhook: string
  readonly delivery: string
  readonly workspaceChannel: string
}

/** A call that names something of a workspace. */
export interface ForeignCall {
  /** In the place of the wildcards of the path. */
  readonly params?: Readonly<Record<string, string>>
  readonly body?: object
  readonly query?: Readonly<Record<string, string>>
  /** The answer is 404, or for a list the same as for an unknown ID. */
  readonly isList?: boolean
  /** The answer where it is not 404, the same as for an unknown ID. */
  readonly status?: 400 | 409
}

/** @param of the other workspace @param own the caller's */
export type Call = (of: Things, own: Things) => ForeignCall

const token: Call = (of) => ({ params: { id: of.token } })
const workspace: Call = (of) => ({ params: { id: of.workspace } })
const webhook =
  (body?: object): Call =>
  (of) => ({ params: { id: of.webhook }, ...(body !== undefined && { body }) })
const workspaceChannel =
  (body?: object): Call =>
  (of) => ({ params: { id: of.workspaceChannel }, ...(body !== undefined && { body }) })
const domain: Call = (of) => ({ params: { id: of.domain } })
const link =
  (body?: object): Call =>
  (of) => ({ params: { id: of.link }, ...(body !== undefined && { body }) })
const linkTag =
  (body?: object): Call =>
  (of) => ({ params: { id: of.linkTag }, ...(body !== undefined && { body }) })
const linkFolder =
  (body?: object): Call =>
  (of) => ({ params: { id: of.linkFolder }, ...(body !== undefined && { body }) })
const invitation: Call = (of) => ({ params: { id: of.invitation } })

/** By pattern. */
export const foreignPaths: Readonly<Record<string, Call>> = {
  'DELETE /api/auth/sessions/{id}': (of) => ({ params: { id: of.session } }),
  'PATCH /api/tokens/{id}': (of) => ({ params: { id: of.token }, body: { name: 'Mine' } }),
  'DELETE /api/tokens/{id}': token,
  'POST /api/tokens/{id}/rotate': (of) => ({ params: { id: of.token }, body: {} }),
  'GET /api/audit/entries/{id}': (of) => ({ params: { id: of.entry } }),
  'PATCH /api/views/{id}': (of) => ({ params: { id: of.view }, body: { name: 'Mine' } }),
  'DELETE /api/views/{id}': (of) => ({ params: { id: of.view } }),
  'DELETE /api/invitations/{id}': invitation,
  'POST /api/invitations/{id}/resend': (of) => ({ params: { id: of.invitation }, body: {} }),
  'PATCH /api/members/{userId}': (of) => ({ params: { userId: of.member }, body: { role: 'member' } }),
  'DELETE /api/members/{userId}': (of) => ({ params: { userId: of.member } }),
  'GET /api/workspaces/{id}': workspace,
  'PATCH /api/workspaces/{id}': (of) => ({ params: { id: of.workspace }, body: { name: 'Mine' } }),
  'DELETE /api/workspaces/{id}': (of) => ({ params: { id: of.workspace }, query: { confirmation: 'Home' } }),
  'POST /api/workspaces/{id}/restore': (of) => ({ params: { id: of.workspace }, body: {} }),
  'POST /api/workspaces/{id}/leave': (of) => ({ params: { id: of.workspace }, body: {} }),
  'POST /api/workspaces/{id}/transfer': (of) => ({ params: { id: of.workspace }, body: { userId: of.member } }),
  'GET /api/workspaces/{id}/export': workspace,
  'GET /api/workspaces/{id}/export/check': workspace,
  'GET /api/mcp/tokens/{id}/tools': token,
  'GET /api/domains/{id}': domain,
  'GET /api/domains/{id}/hosts': domain,
  'POST /api/domains/{id}/plan': (of) => ({ params: { id: of.domain }, body: {} }),
  'POST /api/domains/{id}/verify': (of) => ({ params: { id: of.domain }, body: {} }),
  'POST /api/domains/{id}/certificate': (of) => ({ params: { id: of.domain }, body: { host: 'go.acme.example' } }),
  'DELETE /api/domains/{id}': domain,
  'GET /api/x/links/links/{id}': link(),
  'PATCH /api/x/links/links/{id}': link({ title: 'Mine' }),
  'DELETE /api/x/links/links/{id}': link(),
  'POST /api/x/links/links/{id}/printed': link({}),
  'GET /api/x/links/links/{id}/rules': link(),
  'PUT /api/x/links/links/{id}/rules': link({ rules: [] }),
  'POST /api/x/links/links/{id}/explain': link({}),
  'GET /api/x/links/links/{id}/versions': link(),
  'GET /api/x/links/links/{id}/versions/at': (of) => ({
    params: { id: of.link },
    query: { moment: '2099-01-01T00:00:00Z' },
  }),
  'POST /api/x/links/links/{id}/revert': link({ version: 1 }),
  'GET /api/x/links/links/{id}/clicks/export': link(),
  'DELETE /api/x/links/links/{id}/clicks': link(),
  'GET /api/x/links/links/{id}/sharing': link(),
  'PUT /api/x/links/links/{id}/sharing': link({ isShared: true, showsTarget: true }),
  'DELETE /api/x/links/links/{id}/picture': link(),
  'GET /api/x/links/links/{id}/picture/{picture}': (of) => ({ params: { id: of.link, picture: 'unknown' } }),
  'POST /api/x/links/links/{id}/suggest-preview': link({}),
  'PUT /api/x/links/utm-templates/{id}': (of) => ({
    params: { id: of.utmTemplate },
    body: { name: 'Mine', source: 'mine' },
  }),
  'DELETE /api/x/links/utm-templates/{id}': (of) => ({ params: { id: of.utmTemplate } }),
  'POST /api/x/links/links/{id}/review': link({ text: 'Mine' }),
  'PATCH /api/x/links/hosts/{id}': (of) => ({ params: { id: of.linkHost }, body: { notFoundTitle: 'Mine' } }),
  'DELETE /api/x/links/hosts/{id}': (of) => ({ params: { id: of.linkHost } }),
  'PATCH /api/x/links/tags/{id}': linkTag({ name: 'Mine' }),
  'DELETE /api/x/links/tags/{id}': linkTag(),
  'PATCH /api/x/links/folders/{id}': linkFolder({ name: 'Mine' }),
  'DELETE /api/x/links/folders/{id}': linkFolder(),
  'GET /api/x/links/imports/{id}': (of) => ({ params: { id: of.linkImport } }),
  'POST /api/x/links/imports/{id}/run': (of) => ({
    params: { id: of.linkImport },
    body: { dryRun: true, mapping: ['url'] },
  }),
  'PATCH /api/notifications/workspace-channels/{id}': workspaceChannel({ name: 'Mine' }),
  'DELETE /api/notifications/workspace-channels/{id}': workspaceChannel(),
  'POST /api/notifications/workspace-channels/{id}/test': workspaceChannel({}),
  'GET /api/webhooks/{id}': webhook(),
  'PATCH /api/webhooks/{id}': webhook({ description: 'Mine' }),
  'DELETE /api/webhooks/{id}': webhook(),
  'POST /api/webhooks/{id}/rotate-secret': webhook({}),
  'POST /api/webhooks/{id}/test': webhook({}),
  'POST /api/webhooks/{id}/replay': webhook({ since: '2026-01-01T00:00:00Z' }),
  'GET /api/webhooks/{id}/deliveries': webhook(),
  'GET /api/webhooks/{id}/deliveries/{deliveryId}': (of, own) => ({
    params: { id: own.webhook, deliveryId: of.delivery },
  }),
  'GET /api/workspaces/{id}/logo/{logo}': (of) => ({ params: { id: of.workspace, logo: 'a'.repeat(43) } }),
  'DELETE /api/workspaces/{id}/logo': workspace,
  ...foreignMailPaths,
  ...foreignProductPaths,
}

/** By pattern and property. */
export const foreignInputs: Readonly<Record<string, Call>> = {
  'POST /api/auth/switch workspaceId': (of) => ({ body: { workspaceId: of.workspace } }),
  'POST /api/workspaces/{id}/transfer userId': (of, own) => ({
    params: { id: own.workspace },
    body: { userId: of.member },
  }),
  'POST /api/webhooks/{id}/replay deliveryId': (of, own) => ({
    params: { id: own.webhook },
    body: { deliveryId: of.delivery },
  }),
  'GET /api/x/links/links folderId': (of) => ({ query: { folderId: of.linkFolder }, isList: true }),
  'GET /api/x/links/links/export folderId': (of) => ({ query: { folderId: of.linkFolder }, isList: true }),
  'POST /api/x/links/links folderId': (of) => ({ body: { url: 'https://www.example.com/', folderId: of.linkFolder } }),
  'PATCH /api/x/links/links/{id} folderId': (of, own) => ({
    params: { id: own.link },
    body: { folderId: of.linkFolder },
  }),
  'PUT /api/x/links/by-external-id/{externalId} folderId': (of) => ({
    params: { externalId: 'mine' },
    body: { url: 'https://www.example.com/', folderId: of.linkFolder },
  }),
  'PATCH /api/x/links/links/bulk folderId': (of, own) => ({
    body: { ids: [own.link], folderId: of.linkFolder },
  }),
  'GET /api/x/links/clicks linkId': (of) => ({ query: { linkId: of.link }, isList: true }),
  'GET /api/x/links/statistics linkId': (of) => ({
    query: { linkId: of.link, from: '2026-01-01', to: '2026-01-31' },
    isList: true,
  }),
  'GET /api/audit actor': (of) => ({ query: { actor: of.member }, isList: true }),
  'GET /api/audit target': (of) => ({ query: { target: `user:${of.member}` }, isList: true }),
  'GET /api/audit requestId': (of) => ({ query: { requestId: of.request }, isList: true }),
  'GET /api/audit/export actor': (of) => ({ query: { format: 'json', actor: of.member }, isList: true }),
  'GET /api/audit/export target': (of) => ({ query: { format: 'json', target: `user:${of.member}` }, isList: true }),
  'GET /api/audit/export requestId': (of) => ({ query: { format: 'json', requestId: of.request }, isList: true }),
  ...foreignMailInputs,
  ...foreignProductInputs,
}

const approval = 'Only an agent makes one; those of another workspace are tried where approvals are tested'

const supportAccess = 'An instance admin asks for it; those of another workspace are tried where it is tested'

const changeset = 'Only a plugin plans one; those of another workspace are tried where the plugin changes is tested'

const externalId = 'A name that a workspace gives its own link; another one has it too where external IDs are tested'

const exportCheck = 'The answer is empty; the same filter is tried on the export itself'

const zones = 'Needs a DNS provider; those of another workspace are tried where the routes of domains are tested'

/** Routes and inputs that name nothing of a workspace, and why. */
export const reviewed: Readonly<Record<string, string>> = {
  'GET /api/audit/export/check actor': exportCheck,
  'GET /api/audit/export/check target': exportCheck,
  'GET /api/audit/export/check requestId': exportCheck,
  'PUT /api/x/links/by-external-id/{externalId}': externalId,
  'GET /api/x/links/links externalId': externalId,
  'GET /api/x/links/links/export externalId': externalId,
  'POST /api/x/links/links externalId': externalId,
  'PATCH /api/x/links/links/{id} externalId': externalId,
  'GET /api/changesets/{id}': changeset,
  'GET /api/changesets/{id}/steps': changeset,
  'POST /api/changesets/{id}/approve': changeset,
  'POST /api/changesets/{id}/apply': changeset,
  'POST /api/changesets/{id}/finish': changeset,
  'POST /api/changesets/{id}/revert': changeset,
  'POST /api/changesets/{id}/leave': changeset,
  'POST /api/changesets/{id}/dismiss': changeset,
  'POST /api/support-access/{id}/grant': supportAccess,
  'POST /api/support-access/{id}/decline': supportAccess,
  'POST /api/support-access/{id}/end': supportAccess,
  'GET /api/mcp/approvals/{id}': approval,
  'GET /api/mcp/approvals/{id}/subject': approval,
  'POST /api/mcp/approvals/{id}/approve': approval,
  'POST /api/mcp/approvals/{id}/refuse': approval,
  'POST /api/mcp/approvals/{id}/withdraw': approval,
  'GET /api/x/links/clicks/{id}/explanation':
    'Clicks are stored after a visit; those of another workspace are tried where explanations are tested',
  'GET /p/links/{address}':
    'An address that everyone may read, found without a workspace; guessed ones are tried where sharing is tested',
  'GET /api/x/domains/accounts/{id}': zones,
  'PATCH /api/x/domains/accounts/{id}': zones,
  'POST /api/x/domains/accounts/{id}/test': zones,
  'DELETE /api/x/domains/accounts/{id}': zones,
  'GET /api/x/domains/accounts/{id}/zones': zones,
  'POST /api/x/domains/zones accountId': zones,
  'GET /api/x/domains/ddns-tokens zoneId': zones,
  'POST /api/x/domains/ddns-tokens zoneId': zones,
  'DELETE /api/x/domains/ddns-tokens/{id}': zones,
  'GET /api/x/domains/zones/{id}': zones,
  'POST /api/x/domains/zones/{id}/refresh': zones,
  'DELETE /api/x/domains/zones/{id}': zones,
  'GET /api/x/domains/zones/{id}/history': zones,
  'GET /api/x/domains/zones/{id}/records': zones,
  'GET /api/x/domains/zones/{id}/read-only-records': zones,
  'POST /api/x/domains/zones/{id}/check': zones,
  'POST /api/x/domains/zones/{id}/plan': zones,
  'POST /api/x/domains/zones/{id}/takeover': zones,
  'POST /api/x/domains/zones/{id}/hand-back': zones,
  'GET /api/x/domains/zones/{id}/watches': zones,
  'POST /api/x/domains/zones/{id}/watch': zones,
  'POST /api/x/domains/zones/{id}/import': zones,
  'GET /api/x/domains/zones/{id}/export': zones,
  'GET /api/x/domains/zones/{id}/past': zones,
  'GET /api/x/domains/zones/{id}/diff': zones,
  'POST /api/x/domains/zones/{id}/presets': zones,
  'GET /api/x/domains/zones/{id}/server': zones,
  'POST /api/x/domains/zones/{id}/delegation': zones,
  'PUT /api/x/domains/zones/{id}/secondaries': zones,
  'GET /api/x/domains/zones/{id}/keys': zones,
  'POST /api/x/domains/zones/{id}/keys': zones,
  'DELETE /api/x/domains/zones/{id}/keys/{keyId}': zones,
  'DELETE /api/auth/identities/{id}': 'Of a person and no workspace; another person is tried where linking is tested',
  'PATCH /api/auth/passkeys/{id}': 'Of a person and no workspace; another person is tried where passkeys are tested',
  'DELETE /api/auth/passkeys/{id}': 'Of a person and no workspace; another person is tried where passkeys are tested',
  'GET /api/notifications/{id}': 'Of a person and no workspace; another person is tried where notifications are tested',
  'DELETE /api/notifications/{id}':
    'Of a person and no workspace; another person is tried where notifications are tested',
  'PATCH /api/notifications/channels/{id}':
    'Of a person and no workspace; another person is tried where notifications are tested',
  'DELETE /api/notifications/channels/{id}':
    'Of a person and no workspace; another person is tried where notifications are tested',
  'POST /api/notifications/channels/{id}/test':
    'Of a person and no workspace; another person is tried where notifications are tested',
  'POST /api/sso clientId': 'What a provider calls us, and no id of ours',
  'PATCH /api/sso clientId': 'What a provider calls us, and no id of ours',
  'GET /api/features/{key}': 'The name of a feature, the same in every workspace',
  'PUT /api/features/{key}': 'The name of a feature, the same in every workspace',
  'GET /api/jobs/{id}': 'Only who starts one learns its id; another workspace is tried where jobs are tested',
  'GET /api/settings/{plugin}': 'The name of a plugin, the same in every workspace',
  'PUT /api/settings/{plugin}': 'The name of a plugin, the same in every workspace',
  'GET /api/user/settings/{plugin}': 'The name of a plugin, the same for everybody',
  'PUT /api/user/settings/{plugin}': 'The name of a plugin, the same for everybody',
  'GET /api/x/plans/entitlements/{name}': 'The name of a part of plans, the same in every workspace',
  'GET /api/x/plans/entitlements/{name}/above': 'The name of a part of plans, the same in every workspace',
  'GET /help/{slug}': 'The name of a help page, the same for everybody',
  'GET /api/help/docs/{slug}': 'The name of a help page, the same for everybody',
  'PUT /api/workspaces/{id}/logo': 'Takes a file; the same check is tried where the logo is removed',
  'PUT /api/x/links/links/{id}/picture': 'Takes a file; the same check is tried where the picture is removed',
  'GET /auth/begin/{provider}': 'A provider, before anybody is known',
  'GET /auth/callback/{provider...}': 'A provider, before anybody is known',
  ...reviewedMail,
  ...reviewedProducts,
}
