import type { ChangeKind, ChangeOf, DomainChange } from '../../src/domain-changes/domain-change.ts'

const [orgId, userId] = ['org_1', 'usr_1']
const person = { userId, email: 'ada@host.test', name: 'Ada' } as const
const closed = { orgId, workspaceId: orgId, slug: 'tea', name: 'Tea' } as const
const member = { orgId, userId, name: 'Ada', role: 'member' } as const
const invitation = { orgId, invitationId: 'inv_1', email: 'eve@host.test', role: 'admin' } as const
const session = { orgId, sessionId: 'ses_1' } as const
const rights = {
  before: { isInstanceAdmin: false, isDisabled: false },
  after: { isInstanceAdmin: true, isDisabled: false },
}
const suspension = { reason: 'Unpaid', since: '2026-01-01T00:00:00.000Z' } as const
const token = { orgId, tokenId: 'tok_1', name: 'Backup' } as const
const client = {
  issuer: 'https://login.host.test',
  clientId: 'host',
  trustsSecondFactor: false,
  isEnabled: true,
} as const
const joining = { defaultRole: 'member', isRequired: false, ...client } as const
const passkey = { userId, passkeyId: 'pky_1', name: 'Key' } as const
const identity = { userId, provider: 'prv_1', issuer: client.issuer } as const
const repeated = { repeats: 7, since: '2026-01-01T00:00:00.000Z', network: '192.0.2.0/24' } as const
const target = { plugin: 'domains', kind: 'records', target: 'zone_1', title: 'host.test', count: 1 } as const
const changeset = {
  orgId,
  changesetId: 'chg_1',
  title: 'Point www',
  steps: 1,
  targets: [target],
  reverts: null,
} as const
const support = { orgId, workspaceId: orgId, accessId: 'sup_1', userId } as const
const brand = { name: null, accent: null, logo: null } as const
const policy = { registration: false, requireSecondFactor: false } as const

/** Changes of every kind; the compiler names a kind without one. */
const samples: { readonly [Kind in ChangeKind]: readonly ChangeOf<Kind>[] } = {
  'workspace.created': [{ kind: 'workspace.created', orgId, name: 'Tea', slug: 'tea' }],
  'workspace.renamed': [{ kind: 'workspace.renamed', orgId, before: { name: 'Tea' }, after: { name: 'House' } }],
  'workspace.readdressed': [
    { kind: 'workspace.readdressed', orgId, before: { slug: 'tea' }, after: { slug: 'house' } },
  ],
  'workspace.recoloured': [
    { kind: 'workspace.recoloured', orgId, before: { accent: null }, after: { accent: '#aabbcc' } },
  ],
  'workspace.pictured': [{ kind: 'workspace.pictured', orgId, before: { logo: null }, after: { logo: 'hash' } }],
  'workspace.timezone_changed': [
    { kind: 'workspace.timezone_changed', orgId, before: { timeZone: 'UTC' }, after: { timeZone: 'Europe/Paris' } },
  ],
  'workspace.secured': [
    { kind: 'workspace.secured', orgId, before: { requireSso: false }, after: { requireSso: true } },
  ],
  'workspace.closed': [{ kind: 'workspace.closed', ...closed, eraseAt: '2026-02-07T08:15:00.000Z' }],
  'workspace.restored': [{ kind: 'workspace.restored', ...closed, eraseAt: null }],
  'workspace.suspended': [
    { kind: 'workspace.suspended', orgId, workspaceId: orgId, before: undefined, after: suspension },
  ],
  'workspace.resumed': [{ kind: 'workspace.resumed', orgId, workspaceId: orgId, before: suspension, after: undefined }],
  'workspace.transferred': [{ kind: 'workspace.transferred', orgId, userId, name: 'Ada' }],
  'workspace.exported': [{ kind: 'workspace.exported', orgId }],
  'workspace.imported': [
    {
      kind: 'workspace.imported',
      orgId,
      workspaceId: orgId,
      slug: 'tea',
      name: 'Tea',
      isClone: false,
      sha256: 'a1b2',
    },
  ],
  'workspace.erased': [{ kind: 'workspace.erased', workspaceId: orgId }],
  'workspace.erase_failed': [{ kind: 'workspace.erase_failed', workspaceId: orgId, plugin: 'notes' }],
  'feature.switched_on': [
    { kind: 'feature.switched_on', orgId, feature: 'webhooks', changed: { webhooks: true, jobs: true } },
  ],
  'feature.switched_off': [{ kind: 'feature.switched_off', orgId, feature: 'webhooks', changed: { webhooks: false } }],
  'member.added': [{ kind: 'member.added', ...member }],
  'member.joined': [
    { kind: 'member.joined', orgId, userId, role: 'member', how: 'sso' },
    {
      kind: 'member.joined',
      orgId,
      userId,
      role: 'member',
      how: 'invitation',
      email: 'ada@host.test',
      invitedBy: 'usr_2',
      isMailed: true,
    },
  ],
  'member.role_changed': [{ kind: 'member.role_changed', orgId, userId, name: 'Ada', from: 'member', to: 'admin' }],
  'member.left': [{ kind: 'member.left', ...member }],
  'member.removed': [{ kind: 'member.removed', ...member }],
  'member.invited': [{ kind: 'member.invited', ...invitation, isMailed: true }],
  'member.invitation_withdrawn': [{ kind: 'member.invitation_withdrawn', ...invitation }],
  'auth.sign_in_failed': [
    { kind: 'auth.sign_in_failed', orgId, userId, method: 'totp', repeats: undefined },
    { kind: 'auth.sign_in_failed', orgId, userId, method: 'password', repeats: 7 },
  ],
  'auth.password_changed': [{ kind: 'auth.password_changed', orgId, userId, how: 'reset' }],
  'auth.email_changed': [{ kind: 'auth.email_changed', orgId, userId }],
  'auth.second_factor_changed': [
    { kind: 'auth.second_factor_changed', orgId, userId, method: 'passkey', how: 'added' },
  ],
  'instance.set_up': [{ kind: 'instance.set_up', ...person }],
  'user.created': [{ kind: 'user.created', ...person }],
  'user.registered': [{ kind: 'user.registered', ...person }],
  'user.never_verified': [{ kind: 'user.never_verified', ...person }],
  'user.deleted': [{ kind: 'user.deleted', ...person }],
  'user.renamed': [{ kind: 'user.renamed', userId, from: 'Ada', to: 'Eve' }],
  'user.password_set': [{ kind: 'user.password_set', userId }],
  'user.password_changed': [{ kind: 'user.password_changed', userId }],
  'user.password_reset': [{ kind: 'user.password_reset', userId }],
  'user.reset_asked': [
    { kind: 'user.reset_asked', userId, signsInWith: 'sso', repeated },
    { kind: 'user.reset_asked', userId },
    { kind: 'user.reset_asked', repeated },
  ],
  'user.verification_asked': [{ kind: 'user.verification_asked', userId }],
  'user.email_asked': [{ kind: 'user.email_asked', userId }],
  'user.email_changed': [{ kind: 'user.email_changed', userId, from: 'ada@host.test', to: 'ada@work.test' }],
  'user.email_verified': [{ kind: 'user.email_verified', userId }],
  'user.mailbox_proven': [{ kind: 'user.mailbox_proven', userId }],
  'user.address_released': [{ kind: 'user.address_released', userId, email: 'ada@host.test' }],
  'user.disabled': [{ kind: 'user.disabled', userId, ...rights }],
  'user.enabled': [{ kind: 'user.enabled', userId, ...rights }],
  'user.signed_out': [{ kind: 'user.signed_out', userId }],
  'admin.made': [{ kind: 'admin.made', userId, ...rights }],
  'admin.unmade': [{ kind: 'admin.unmade', userId, ...rights }],
  'sign_in.changed': [{ kind: 'sign_in.changed', before: policy, after: policy }],
  'session.started': [{ kind: 'session.started', ...session }],
  'session.switched': [{ kind: 'session.switched', ...session }],
  'session.ended': [{ kind: 'session.ended', ...session }],
  'session.proved': [{ kind: 'session.proved', ...session, by: 'totp' }],
  'session.revoked': [{ kind: 'session.revoked', orgId, userId }],
  'session.refused': [
    { kind: 'session.refused', userId },
    { kind: 'session.refused', userId, repeated },
  ],
  'second_factor.enabled': [{ kind: 'second_factor.enabled', userId }],
  'second_factor.disabled': [{ kind: 'second_factor.disabled', userId }],
  'second_factor.used': [{ kind: 'second_factor.used', userId, method: 'recovery' }],
  'second_factor.refused': [
    { kind: 'second_factor.refused', userId, method: 'recovery' },
    { kind: 'second_factor.refused', userId, method: 'totp', repeated },
  ],
  'second_factor.vouched': [{ kind: 'second_factor.vouched', userId, provider: 'prv_1' }],
  'passkey.added': [{ kind: 'passkey.added', ...passkey }],
  'passkey.renamed': [{ kind: 'passkey.renamed', ...passkey }],
  'passkey.removed': [
    { kind: 'passkey.removed', ...passkey },
    { kind: 'passkey.removed', userId, names: ['Key', 'Phone'] },
  ],
  'passkey.used': [{ kind: 'passkey.used', passkeyId: 'pky_1' }],
  'passkey.refused': [
    { kind: 'passkey.refused', userId, passkeyId: 'pky_1', reason: 'counter' },
    { kind: 'passkey.refused', userId, reason: 'unknown', repeated },
  ],
  'recovery_codes.renewed': [{ kind: 'recovery_codes.renewed', userId }],
  'api_token.created': [
    { kind: 'api_token.created', ...token, scopes: ['audit.read'], addresses: [], role: 'member', expiresInDays: 90 },
  ],
  'api_token.renamed': [{ kind: 'api_token.renamed', orgId, tokenId: 'tok_1', from: 'Backup', to: 'Copy' }],
  'api_token.rotated': [{ kind: 'api_token.rotated', ...token, overlapEndsAt: null }],
  'api_token.revoked': [{ kind: 'api_token.revoked', ...token }],
  'provider.created': [
    { kind: 'provider.created', providerId: 'prv_1', after: { provider: 'google', label: 'Google', ...client } },
  ],
  'provider.changed': [
    {
      kind: 'provider.changed',
      providerId: 'prv_1',
      before: { label: 'Google', ...client },
      after: { label: 'G', ...client, isRotated: true },
    },
  ],
  'provider.removed': [
    { kind: 'provider.removed', providerId: 'prv_1', before: { provider: 'google', label: 'Google', ...client } },
  ],
  'support.requested': [{ kind: 'support.requested', ...support, reason: 'A broken import', minutes: 60 }],
  'support.withdrawn': [{ kind: 'support.withdrawn', ...support }],
  'support.granted': [
    { kind: 'support.granted', ...support, minutes: 30, rights: 'read', until: '2026-01-01T00:30:00.000Z' },
  ],
  'support.declined': [{ kind: 'support.declined', ...support }],
  'support.started': [{ kind: 'support.started', ...support, grantedBy: 'usr_2' }],
  'support.ended': [{ kind: 'support.ended', ...support, grantedBy: 'usr_2', how: 'time' }],
  'sso.connected': [{ kind: 'sso.connected', orgId, connectionId: 'sso_1', after: joining }],
  'sso.changed': [
    {
      kind: 'sso.changed',
      orgId,
      connectionId: 'sso_1',
      before: joining,
      after: { ...joining, isEnabled: false, isRotated: true },
    },
  ],
  'sso.disconnected': [
    { kind: 'sso.disconnected', orgId, connectionId: 'sso_1', before: { isRequired: false, ...client } },
  ],
  'identity.linked': [{ kind: 'identity.linked', ...identity }],
  'identity.unlinked': [{ kind: 'identity.unlinked', ...identity }],
  'changeset.planned': [
    { kind: 'changeset.planned', ...changeset, actorId: userId, role: 'admin', waits: true, isByAgent: false },
  ],
  'changeset.approved': [{ kind: 'changeset.approved', ...changeset, actorId: userId }],
  'changeset.dismissed': [{ kind: 'changeset.dismissed', ...changeset, actorId: userId }],
  'changeset.expired': [{ kind: 'changeset.expired', ...changeset, actorId: null }],
  'changeset.reverted': [{ kind: 'changeset.reverted', ...changeset, actorId: userId, revertedBy: 'chg_2' }],
  'changeset.applied': [{ kind: 'changeset.applied', ...changeset }],
  'changeset.interrupted': [{ kind: 'changeset.interrupted', ...changeset, error: 'remote_failed' }],
  'certificate.issued': [
    {
      kind: 'certificate.issued',
      orgId,
      host: 'go.host.test',
      serial: '04e1',
      issuer: 'Test CA',
      notAfter: '2026-06-01',
    },
    {
      kind: 'certificate.issued',
      orgId: undefined,
      host: 'host.test',
      serial: '04e2',
      issuer: 'Test CA',
      notAfter: '2026-06-01',
    },
  ],
  'certificate.failed': [{ kind: 'certificate.failed', orgId, host: 'go.host.test', code: 'dns', detail: 'NXDOMAIN' }],
  'settings.changed': [
    { kind: 'settings.changed', orgId, plugin: 'notes', before: { days: 'few' }, after: { days: 'many' } },
    { kind: 'settings.changed', orgId: undefined, plugin: undefined, before: {}, after: {} },
  ],
  'brand.changed': [{ kind: 'brand.changed', before: brand, after: { ...brand, name: 'Tea' } }],
  'plugin_data.purged': [
    { kind: 'plugin_data.purged', plugin: 'notes', tables: ['notes_notes'], bytes: 1, files: 0, fileBytes: 0 },
  ],
}

export const changeSamples: readonly DomainChange[] = Object.values(samples).flat()
