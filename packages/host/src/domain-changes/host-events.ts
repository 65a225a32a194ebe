import { defineEvent } from '@host/plugin'
import * as z from 'zod/mini'

const Id = z.string()
const Role = z.enum(['owner', 'admin', 'member'])
/** The actor; null for the host itself. */
const By = z.nullable(Id)
/** Changed values, by their name. */
const Values = z.record(z.string(), z.unknown())
const toJSONSchema = z.toJSONSchema

const userId = 'usr_01h2xcejqtf2nbrexx3vqjhp41'
const by = 'usr_01h2xcejqtf2nbrexx3vqjhp42'
const id = 'tok_01h2xcejqtf2nbrexx3vqjhp43'
const invitationId = 'inv_01h2xcejqtf2nbrexx3vqjhp44'
const connectionId = 'sso_01h2xcejqtf2nbrexx3vqjhp45'
const issuer = 'https://login.example.com'

const Connection = z.strictObject({ connectionId: Id, issuer: z.string(), isEnabled: z.boolean(), by: By })

const workspaces = [
  defineEvent({
    name: 'workspace.created',
    description: 'The workspace was created',
    data: z.strictObject({ name: z.string(), slug: z.string(), by: By }),
    example: { name: 'Tea house', slug: 'tea-house', by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'workspace.changed',
    description: 'The name, address, appearance, time zone, or security of the workspace was changed',
    data: z.strictObject({ before: Values, after: Values, by: By }),
    example: { before: { name: 'Tea room' }, after: { name: 'Tea house' }, by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'workspace.closed',
    description: 'The workspace was closed and will be deleted',
    data: z.strictObject({ eraseAt: z.string(), by: By }),
    example: { eraseAt: '2026-02-07T08:15:00.000Z', by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'workspace.restored',
    description: 'The workspace was restored before it was deleted',
    data: z.strictObject({ by: By }),
    example: { by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'feature.switched',
    description: 'Features of the workspace were switched on or off',
    data: z.strictObject({ features: z.array(z.strictObject({ feature: z.string(), isOn: z.boolean() })), by: By }),
    example: { features: [{ feature: 'webhooks', isOn: true }], by },
    toJSONSchema,
  }),
] as const

const changesetId = 'chg_01h2xcejqtf2nbrexx3vqjhp46'
const Target = z.strictObject({
  plugin: z.string(),
  kind: z.string(),
  target: z.string(),
  title: z.string(),
  count: z.number(),
})
const Changeset = {
  changesetId: Id,
  title: z.string(),
  /** How many values changed, in all targets together. */
  steps: z.number(),
  targets: z.array(Target),
  /** The changeset that it reverts. */
  reverts: z.nullable(Id),
  by: By,
} as const
const applied = {
  changesetId,
  title: 'Point www to the new server',
  steps: 1,
  targets: [{ plugin: 'domains', kind: 'records', target: 'zone_1', title: 'example.com', count: 1 }],
  reverts: null,
  by,
}

const planned = { ...applied, role: 'admin', waits: true, isByAgent: false } as const

const changesets = [
  defineEvent({
    name: 'changeset.planned',
    description: 'A changeset was planned',
    data: z.strictObject({
      ...Changeset,
      /** Lowest role that may approve and apply it. */
      role: Role,
      /** Whether a person must approve it; false for a plugin that applies its own plan at once. */
      waits: z.boolean(),
      /** Whether an agent planned it, in the name of `by`. */
      isByAgent: z.boolean(),
    }),
    example: planned,
    toJSONSchema,
  }),
  defineEvent({
    name: 'changeset.approved',
    description: 'A changeset was approved',
    data: z.strictObject(Changeset),
    example: applied,
    toJSONSchema,
  }),
  defineEvent({
    name: 'changeset.dismissed',
    description: 'A changeset was dismissed before it was applied',
    data: z.strictObject(Changeset),
    example: applied,
    toJSONSchema,
  }),
  defineEvent({
    name: 'changeset.expired',
    description: 'A changeset expired before it was applied',
    data: z.strictObject(Changeset),
    example: { ...applied, by: null },
    toJSONSchema,
  }),
  defineEvent({
    name: 'changeset.applied',
    description: 'A changeset was applied and verified',
    data: z.strictObject(Changeset),
    example: applied,
    toJSONSchema,
  }),
  defineEvent({
    name: 'changeset.interrupted',
    description: 'A changeset stopped before it was applied completely',
    data: z.strictObject({ ...Changeset, error: z.string() }),
    example: { ...applied, error: 'remote_failed' },
    toJSONSchema,
  }),
  defineEvent({
    name: 'changeset.reverted',
    description: 'A changeset was reverted by a later one',
    data: z.strictObject({ ...Changeset, revertedBy: Id }),
    example: { ...applied, revertedBy: 'chg_01h2xcejqtf2nbrexx3vqjhp47' },
    toJSONSchema,
  }),
] as const

const host = 'go.example.com'

const certificates = [
  defineEvent({
    name: 'certificate.issued',
    description: 'A certificate was issued for a domain',
    data: z.strictObject({ host: z.string(), serial: z.string(), issuer: z.string(), notAfter: z.string(), by: By }),
    example: { host, serial: '04e1', issuer: "Let's Encrypt E7", notAfter: '2026-06-01T08:15:00.000Z', by: null },
    toJSONSchema,
  }),
  defineEvent({
    name: 'certificate.failed',
    description: 'No certificate could be issued for a domain',
    data: z.strictObject({ host: z.string(), code: z.string(), detail: z.string(), by: By }),
    example: { host, code: 'dns', detail: 'DNS problem: NXDOMAIN looking up A for go.example.com', by: null },
    toJSONSchema,
  }),
] as const

const members = [
  defineEvent({
    name: 'member.joined',
    description: 'A member joined the workspace',
    data: z.strictObject({ userId: Id, role: Role, how: z.enum(['added', 'invitation', 'sso']), by: By }),
    example: { userId, role: 'member', how: 'invitation', by: userId },
    toJSONSchema,
  }),
  defineEvent({
    name: 'member.role-changed',
    description: 'The role of a member was changed',
    data: z.strictObject({ userId: Id, from: Role, to: Role, by: By }),
    example: { userId, from: 'member', to: 'admin', by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'member.left',
    description: 'A member left the workspace or was removed',
    data: z.strictObject({ userId: Id, role: Role, how: z.enum(['left', 'removed']), by: By }),
    example: { userId, role: 'member', how: 'removed', by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'invitation.sent',
    description: 'A person was invited to the workspace',
    data: z.strictObject({ invitationId: Id, role: Role, isMailed: z.boolean(), by: By }),
    example: { invitationId, role: 'member', isMailed: true, by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'invitation.withdrawn',
    description: 'An invitation was withdrawn',
    data: z.strictObject({ invitationId: Id, role: Role, by: By }),
    example: { invitationId, role: 'member', by },
    toJSONSchema,
  }),
] as const

const access = [
  defineEvent({
    name: 'api-token.created',
    description: 'An API token was created',
    data: z.strictObject({
      id: Id,
      name: z.string(),
      role: z.nullable(Role),
      scopes: z.array(z.string()),
      expiresInDays: z.nullable(z.number()),
      by: By,
    }),
    example: { id, name: 'Backup', role: 'member', scopes: ['audit.read'], expiresInDays: 90, by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'api-token.rotated',
    description: 'The secret of an API token was rotated',
    data: z.strictObject({ id: Id, name: z.string(), by: By }),
    example: { id, name: 'Backup', by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'api-token.revoked',
    description: 'An API token was revoked',
    data: z.strictObject({ id: Id, name: z.string(), by: By }),
    example: { id, name: 'Backup', by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'sso.connected',
    description: 'The workspace was connected to an identity provider',
    data: Connection,
    example: { connectionId, issuer, isEnabled: true, by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'sso.changed',
    description: 'The connection to the identity provider was changed',
    data: Connection,
    example: { connectionId, issuer, isEnabled: false, by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'sso.disconnected',
    description: 'The connection to the identity provider was removed',
    data: Connection,
    example: { connectionId, issuer, isEnabled: true, by },
    toJSONSchema,
  }),
] as const

const Support = { accessId: Id, adminId: Id, by: By }
const support = { accessId: 'sup_01h2xcejqtf2nbrexx3vqjhp46', adminId: by }

const supportAccess = [
  defineEvent({
    name: 'support.requested',
    description: 'An instance admin requested support access to the workspace',
    data: z.strictObject({ ...Support, minutes: z.number() }),
    example: { ...support, minutes: 60, by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'support.withdrawn',
    description: 'A request for support access was withdrawn',
    data: z.strictObject(Support),
    example: { ...support, by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'support.granted',
    description: 'An owner granted support access to the workspace',
    data: z.strictObject({ ...Support, rights: z.enum(['read', 'admin']), until: z.string() }),
    example: { ...support, rights: 'read', until: '2026-02-01T09:15:00.000Z', by: userId },
    toJSONSchema,
  }),
  defineEvent({
    name: 'support.declined',
    description: 'An owner declined a request for support access',
    data: z.strictObject(Support),
    example: { ...support, by: userId },
    toJSONSchema,
  }),
  defineEvent({
    name: 'support.started',
    description: 'An instance admin entered the workspace by support access',
    data: z.strictObject(Support),
    example: { ...support, by },
    toJSONSchema,
  }),
  defineEvent({
    name: 'support.ended',
    description: 'Support access to the workspace ended',
    data: z.strictObject({ ...Support, how: z.enum(['ended', 'time', 'session', 'closed']) }),
    example: { ...support, how: 'time', by: null },
    toJSONSchema,
  }),
] as const

const accounts = [
  defineEvent({
    name: 'auth.sign-in-failed',
    description: 'A sign-in of a member failed',
    data: z.strictObject({ userId: Id, method: z.enum(['password', 'totp', 'recovery', 'passkey']), by: By }),
    example: { userId, method: 'password', by: null },
    toJSONSchema,
  }),
  defineEvent({
    name: 'auth.password-changed',
    description: 'The password of a member was changed',
    data: z.strictObject({ userId: Id, how: z.enum(['set', 'changed', 'reset']), by: By }),
    example: { userId, how: 'changed', by: userId },
    toJSONSchema,
  }),
  defineEvent({
    name: 'auth.email-changed',
    description: 'The email address of a member was changed',
    data: z.strictObject({ userId: Id, by: By }),
    example: { userId, by: userId },
    toJSONSchema,
  }),
  defineEvent({
    name: 'auth.second-factor-changed',
    description: 'A second factor of a member was added or removed',
    data: z.strictObject({
      userId: Id,
      method: z.enum(['totp', 'passkey', 'recovery']),
      how: z.enum(['added', 'removed', 'renewed']),
      by: By,
    }),
    example: { userId, method: 'totp', how: 'added', by: userId },
    toJSONSchema,
  }),
] as const

/** The host's own events about workspaces: ids and facts, no personal addresses. */
export const hostEvents = [
  ...workspaces,
  ...changesets,
  ...certificates,
  ...members,
  ...access,
  ...supportAccess,
  ...accounts,
] as const

/** The name of an event of the host. */
export type HostEventName = (typeof hostEvents)[number]['name']

type Definition = (typeof hostEvents)[number]

/** Arrays and objects as a change has them. */
type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
    : Value

type DataOf<Name extends HostEventName> = Frozen<Extract<Definition, { readonly name: Name }>['example']>

/** An event of the host with its data; the actor is added where it is published. */
export type HostEvent = {
  readonly [Name in HostEventName]: { readonly name: Name; readonly data: Omit<DataOf<Name>, 'by'> }
}[HostEventName]
