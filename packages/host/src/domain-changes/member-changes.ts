import type { Role } from '@host/plugin'
import type { ChangeRow, ChangeRows, InWorkspace } from './change-row.ts'

interface AboutMember extends InWorkspace {
  readonly userId: string
}

interface NamedMember extends AboutMember {
  readonly name: string
  readonly role: Role
}

interface JoinedBySso extends AboutMember {
  readonly how: 'sso'
  readonly role: Role
}

interface JoinedByInvitation extends AboutMember {
  readonly how: 'invitation'
  readonly role: Role
  readonly email: string
  readonly invitedBy: string
  readonly isMailed: boolean
}

interface Invited extends InWorkspace {
  readonly invitationId: string
  readonly email: string
  readonly role: Role
}

/** Changes of the members of a workspace, by their kind. */
export interface MemberFacts {
  'member.added': NamedMember
  'member.joined': JoinedBySso | JoinedByInvitation
  'member.role_changed': AboutMember & { readonly name: string; readonly from: Role; readonly to: Role }
  'member.left': NamedMember
  'member.removed': NamedMember
  'member.invited': Invited & { readonly isMailed: boolean }
  'member.invitation_withdrawn': Invited
}

const targetOf = (userId: string): string => `user:${userId}`

const left = (how: 'left' | 'removed'): ChangeRow<NamedMember> => ({
  entry: ({ userId, name, role }) => ({ target: targetOf(userId), before: { name, role } }),
  event: ({ userId, role }) => ({ name: 'member.left', data: { userId, role, how } }),
})

export const memberRows = {
  'member.added': {
    entry: ({ userId, name, role }) => ({ target: targetOf(userId), after: { name, role } }),
    event: ({ userId, role }) => ({ name: 'member.joined', data: { userId, role, how: 'added' } }),
  },
  'member.joined': {
    entry: (change) => ({ target: targetOf(change.userId), after: joined(change) }),
    event: ({ userId, role, how }) => ({ name: 'member.joined', data: { userId, role, how } }),
  },
  'member.role_changed': {
    entry: ({ userId, name, from, to }) => ({
      target: targetOf(userId),
      before: { name, role: from },
      after: { name, role: to },
    }),
    event: ({ userId, from, to }) => ({ name: 'member.role-changed', data: { userId, from, to } }),
  },
  'member.left': left('left'),
  'member.removed': left('removed'),
  'member.invited': {
    entry: ({ invitationId, email, role, isMailed }) => ({
      target: `invitation:${invitationId}`,
      after: { email, role, isMailed },
    }),
    event: ({ invitationId, role, isMailed }) => ({ name: 'invitation.sent', data: { invitationId, role, isMailed } }),
  },
  'member.invitation_withdrawn': {
    entry: ({ invitationId, email, role }) => ({ target: `invitation:${invitationId}`, before: { email, role } }),
    event: ({ invitationId, role }) => ({ name: 'invitation.withdrawn', data: { invitationId, role } }),
  },
} as const satisfies ChangeRows<MemberFacts>

function joined(change: MemberFacts['member.joined']): Readonly<Record<string, unknown>> {
  if (change.how === 'sso') return { role: change.role, by: 'sso' }
  const { email, role, invitedBy, isMailed } = change
  return { email, role, invitedBy, isMailed }
}
