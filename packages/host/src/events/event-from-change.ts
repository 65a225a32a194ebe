/**
 * The host's events about workspaces, derived from their audit entries: both are written in the transaction of the
 * change, so a change that is rolled back was never published, and one with an entry can't be forgotten here. The log
 * contains more than an event, which leaves the host: names and addresses of people stay in it.
 */
import type { IdentityEntry } from '../identity/identity-audit.ts'
import type { HostEventName } from './host-events.ts'

/** The event for an entry. */
export interface ToldChange {
  readonly name: HostEventName
  readonly data: Readonly<Record<string, unknown>>
}

type Facts = Readonly<Record<string, unknown>>

/** An entry as the rows below read it. */
interface Change {
  /** The id in the entry's target. */
  readonly id: string
  readonly before: Facts
  readonly after: Facts
}

type Row = readonly [name: HostEventName, data: (change: Change) => Facts]

const changed: Row = ['workspace.changed', ({ before, after }) => ({ before, after })]
const joined =
  (how: (after: Facts) => string): Row[1] =>
  ({ id, after }) => ({ userId: id, role: after['role'], how: how(after) })
const left =
  (how: string): Row[1] =>
  ({ id, before }) => ({ userId: id, role: before['role'], how })
const switched: Row = [
  'feature.switched',
  ({ after }) => ({ features: Object.entries(after).map(([feature, isOn]) => ({ feature, isOn })) }),
]
const changeset = (name: HostEventName): Row => [name, ({ id, after }) => ({ changesetId: id, ...after })]
const connection =
  (side: 'before' | 'after'): Row[1] =>
  ({ id, [side]: { issuer, isEnabled } }) => ({ connectionId: id, issuer, isEnabled })

const aboutAccount = (name: HostEventName): Row => [name, ({ id, after }) => ({ userId: id, ...after })]

/** By the action of the entry. */
const rows: ReadonlyMap<string, Row> = new Map<string, Row>([
  ['workspace.created', ['workspace.created', ({ after: { name, slug } }) => ({ name, slug })]],
  ['workspace.renamed', changed],
  ['workspace.readdressed', changed],
  ['workspace.recoloured', changed],
  ['workspace.pictured', changed],
  ['workspace.timezone_changed', changed],
  ['workspace.secured', changed],
  ['workspace.closed', ['workspace.closed', ({ after: { eraseAt } }) => ({ eraseAt })]],
  ['workspace.restored', ['workspace.restored', () => ({})]],
  ['changeset.applied', changeset('changeset.applied')],
  ['changeset.interrupted', changeset('changeset.interrupted')],
  ['feature.switched_on', switched],
  ['feature.switched_off', switched],
  ['member.added', ['member.joined', joined(() => 'added')]],
  ['member.joined', ['member.joined', joined(({ by = 'invitation' }) => String(by))]],
  [
    'member.role_changed',
    ['member.role-changed', ({ id, before, after }) => ({ userId: id, from: before['role'], to: after['role'] })],
  ],
  ['member.left', ['member.left', left('left')]],
  ['member.removed', ['member.left', left('removed')]],
  [
    'member.invited',
    ['invitation.sent', ({ id, after: { role, isMailed } }) => ({ invitationId: id, role, isMailed })],
  ],
  ['member.invitation_withdrawn', ['invitation.withdrawn', ({ id, before: { role } }) => ({ invitationId: id, role })]],
  [
    'api_token.created',
    [
      'api-token.created',
      ({ id, after: { name, role, scopes, expiresInDays } }) => ({ id, name, role, scopes, expiresInDays }),
    ],
  ],
  ['api_token.rotated', ['api-token.rotated', ({ id, after: { name } }) => ({ id, name })]],
  ['api_token.revoked', ['api-token.revoked', ({ id, before: { name } }) => ({ id, name })]],
  ['auth.sign_in_failed', ['auth.sign-in-failed', ({ id, after: { method } }) => ({ userId: id, method })]],
  ['auth.password_changed', aboutAccount('auth.password-changed')],
  ['auth.email_changed', aboutAccount('auth.email-changed')],
  ['auth.second_factor_changed', aboutAccount('auth.second-factor-changed')],
  ['sso.connected', ['sso.connected', connection('after')]],
  ['sso.changed', ['sso.changed', connection('after')]],
  ['sso.disconnected', ['sso.disconnected', connection('before')]],
])

/** The event of an entry; undefined for entries without one. @param by the actor; null for the host itself */
export function eventFromChange(
  { action, target, before, after }: IdentityEntry,
  by: string | null,
): ToldChange | undefined {
  const row = rows.get(action)
  if (row === undefined) return undefined
  const [name, data] = row
  const id = typeof target === 'string' ? target.slice(target.indexOf(':') + 1) : ''
  return { name, data: { ...data({ id, before: before ?? {}, after: after ?? {} }), by } }
}
