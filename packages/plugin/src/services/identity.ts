import type { Role } from '../roles.ts'
import type { Me } from '../wire-types.ts'
import { serviceToken } from '../service.ts'

/** A person with an account. */
export interface User {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly isInstanceAdmin: boolean
}

/** What the set-up wizard sends. */
export interface SetUpInput {
  readonly token: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly workspace: string
}

/** Accounts and passwords. */
export interface AccountsService {
  /** Whether no instance admin exists yet. */
  needsSetUp(): Promise<boolean>
  /**
   * Makes the first instance admin and their workspace.
   * @throws Problem `gone` once an instance admin exists, `unauthenticated` for a wrong token
   */
  setUp(input: SetUpInput): Promise<{ readonly userId: string; readonly orgId: string }>
  /**
   * Finds the account of these credentials; unknown, password-less and known accounts take the same time.
   * @throws Problem `invalid_credentials`, `too_many_requests`
   */
  verifyPassword(request: Request, email: string, password: string): Promise<User>
  findByEmail(email: string): Promise<User | undefined>
}

/** Sessions, in `user_sessions` and in memory. Cookies come back as `set-cookie` values. */
export interface SessionsService {
  /** Starts a session and ends the one that the request came with. */
  start(request: Request, userId: string, orgId?: string): Promise<string>
  /** Ends the request's session. */
  end(request: Request): Promise<string>
  /** Ends every session of the caller, this one included. */
  endAll(request: Request): Promise<string>
  /**
   * Moves the request's session to another workspace, under a new token.
   * @throws Problem `not_found` when the caller is no member there
   */
  switch(request: Request, orgId: string): Promise<string>
  /** Who the caller is now. @throws Problem `unauthenticated` */
  me(request: Request): Promise<Me>
  /** `me` for a session that was just started or switched, by its `set-cookie` value. */
  meOf(cookie: string): Promise<Me>
  /** Revokes a user's sessions in one workspace, in the database and in memory (spec §5.6). */
  revoke(userId: string, orgId: string): Promise<void>
}

/** A workspace as its members see it. */
export interface Workspace {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly createdAt: string
}

/** A user in a workspace. */
export interface Member {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly joinedAt: string
}

/** Workspaces and who is in them, with the rules on owners. A change of role and a removal revoke sessions. */
export interface WorkspacesService {
  list(userId: string): Promise<readonly (Workspace & { readonly role: Role })[]>
  create(input: { readonly name: string; readonly ownerId: string }): Promise<Workspace>
  find(orgId: string): Promise<Workspace | undefined>
  rename(orgId: string, name: string): Promise<Workspace>
  /** All workspaces of the instance, newest first. */
  listAll(): Promise<readonly (Workspace & { readonly members: number })[]>
  members(orgId: string): Promise<readonly Member[]>
  /** @throws Problem `not_found` without an account, `conflict` for a member, `forbidden` to grant above oneself */
  addMember(orgId: string, actor: Role, member: { readonly email: string; readonly role: Role }): Promise<Member>
  /** @throws Problem `not_found`, `forbidden`, `last_owner` */
  changeRole(orgId: string, actor: Role, userId: string, role: Role): Promise<Member>
  /** @throws Problem `not_found`, `forbidden`, `last_owner` */
  removeMember(orgId: string, actor: Role, userId: string): Promise<void>
}

/** Accounts and passwords. */
export const Accounts = serviceToken<AccountsService>('core.accounts')

/** Sessions. */
export const Sessions = serviceToken<SessionsService>('core.sessions')

/** Workspaces and members. */
export const Workspaces = serviceToken<WorkspacesService>('core.workspaces')
