import type { ListRequest } from '../services/page-request.ts'
import type { Role } from '../roles.ts'
import type { Language, Me, Page, WorkspaceSuspension } from '../wire-types.ts'
import { serviceToken } from '../service.ts'
import type { Blob as StoredBlob } from '../services/blobs.ts'

/** A person with an account. */
export interface User {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly isInstanceAdmin: boolean
  readonly createdAt: string
}

/** A user who just gave the right password. */
export interface VerifiedUser extends User {
  /** To be handed on to `SignIn`: a sign-in does not outlive a password that is changed meanwhile. */
  readonly accessEpoch: number
}

/** Which members; `sort` is `joined`, `name` or `email`. */
export interface MembersRequest extends ListRequest {
  readonly role?: Role | undefined
}

/** Input for an account. */
export interface NewUser {
  readonly email: string
  readonly name: string
  /** 10 to 128 characters, no common one, without the email's local part. */
  readonly password: string
  /** In which wrong fields are explained; English when left out. */
  readonly language?: Language
}

/** Input of the set-up wizard. */
export interface SetUpInput extends NewUser {
  /** The token of the set-up link. */
  readonly token: string
  /** The name of the first workspace. */
  readonly workspace: string
}

/** How many there are, and how many of them came since a moment. */
export interface Growth {
  readonly total: number
  readonly lately: number
}

/** Accounts and passwords. */
export interface AccountsService {
  /** Whether no instance admin exists yet. */
  needsSetUp(): Promise<boolean>
  /**
   * Makes the first instance admin and their workspace, once in the life of a database.
   * @throws Problem `gone` once an instance admin exists, `unauthenticated` for a wrong token, `invalid_input`
   */
  setUp(input: SetUpInput): Promise<{ readonly userId: string; readonly orgId: string }>
  /**
   * Finds the account of these credentials. Unknown, password-less, unverified and disabled accounts get the same answer
   * as a wrong password, in the same time.
   * @throws Problem `invalid_credentials`, `too_many_requests`, `service_unavailable` when too many wait
   */
  verifyPassword(request: Request, email: string, password: string): Promise<VerifiedUser>
  /** Makes an account that belongs to no workspace yet. @throws Problem `conflict` for a known email, `invalid_input` */
  create(input: NewUser): Promise<User>
  findByEmail(email: string): Promise<User | undefined>
  /** How many accounts there are, and how many came since a moment. @since 1.0.0 */
  growth(since: string): Promise<Growth>
}

/** A session that was just started or moved: the `set-cookie` value that hands it over, and who that makes the caller. */
export interface StartedSession {
  readonly cookie: string
  readonly me: Me
}

/** A session as its owner sees it. */
export interface SessionEntry {
  readonly id: string
  /** Whether the request came with it. */
  readonly current: boolean
  /** The network of its address, /24 or /48. */
  readonly network: string
  readonly userAgent: string
  readonly createdAt: string
  readonly lastSeenAt: string
}

/** Sessions, in `user_sessions` and in memory. A method that ends one returns the `set-cookie` value that clears it. */
export interface SessionsService {
  /** Starts a session and ends the one that the request came with. Without `orgId` it stands in the workspace used last. */
  start(request: Request, userId: string, orgId?: string): Promise<StartedSession>
  /** Ends the request's session. */
  end(request: Request): Promise<string>
  /** Ends every session of the caller, this one included. @throws Problem `unauthenticated` */
  endAll(request: Request): Promise<string>
  /** Ends every session of the caller but this one. @throws Problem `unauthenticated` */
  endOthers(request: Request): Promise<void>
  /** Ends one session of the caller. @throws Problem `unauthenticated`, `not_found` */
  endOne(request: Request, sessionId: string): Promise<void>
  /**
   * Asks for a session with a recent proof, as the option `session: 'recent'` of an endpoint does, where only some of
   * its calls need one.
   * @throws Problem `unauthenticated`, `session_required`, `reauthentication_required`
   * @since 1.0.0
   */
  requireRecentProof(request: Request): void
  /**
   * Checks the requirements of a workspace named by a route for its users, as the guard does for the workspace of the
   * session. The caller checks the membership.
   * @throws Problem `unauthenticated`, `second_factor_required`, `sso_required`, `not_found` for a session that single
   *   sign-on confines to another workspace
   * @since 1.0.0
   */
  requireEntry(request: Request, orgId: string): Promise<void>
  /**
   * The only workspace that the caller's session may use, whose single sign-on it came through; undefined for a session
   * of the account.
   * @throws Problem `unauthenticated`
   * @since 1.0.0
   */
  confinedTo(request: Request): string | undefined
  /**
   * Whether the caller is an instance admin who is in a workspace by support access.
   * @throws Problem `unauthenticated`
   * @since 1.2.0
   */
  isSupporting(request: Request, orgId: string): boolean
  /**
   * Requires a session of the account: actions beyond one workspace must not depend on that workspace's single sign-on.
   * @throws Problem `unauthenticated`, `forbidden`
   * @since 1.0.0
   */
  requireUnconfined(request: Request): void
  /**
   * The caller's sessions, the last used first. One that came through the single sign-on of a workspace sees, and ends,
   * those that came through the same.
   * @throws Problem `unauthenticated`
   */
  list(request: Request): Promise<readonly SessionEntry[]>
  /**
   * Has the session use another workspace last: the workspace of calls that name none. The cookie stays.
   * @throws Problem `unauthenticated`, `not_found` when the caller is not a member there
   */
  switch(request: Request, orgId: string): Promise<StartedSession>
  /** The current user. @throws Problem `unauthenticated` */
  me(request: Request): Promise<Me>
  /** Revokes a user's sessions in one workspace, in the database and in memory (spec §5.6). */
  revoke(userId: string, orgId: string): Promise<void>
}

/** A workspace as its members see it. */
export interface Workspace {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** "#rrggbb" in lower case, or null for the product's own color. */
  readonly accent: string | null
  /** The path of its picture, another one for another picture; null for none. */
  readonly logo: string | null
  /** An IANA name, such as `Europe/Berlin`; UTC unless set. */
  readonly timeZone: string
  /** Whether it asks a second factor of everyone who works in it. */
  readonly requireSecondFactor: boolean
  /** Whether it asks everyone to sign in through its own provider. */
  readonly requireSso: boolean
  /** Whether that holds for API tokens too: those of members without an account at the provider are refused. */
  readonly requireSsoForTokens: boolean
  /** When it is erased; null unless an owner requested that. Until then it can't be used. */
  readonly eraseAt: string | null
  /** Why it is read-only; undefined unless an instance admin suspended it. @since 1.1.0 */
  readonly suspension?: WorkspaceSuspension | undefined
  readonly createdAt: string
}

/** Changes of a workspace; omitted fields stay. */
export interface WorkspaceChanges {
  readonly name?: string | undefined
  /** 3 to 63 lower-case letters and digits, hyphens inside. */
  readonly slug?: string | undefined
  /** "#rrggbb", or null for the product's own color. */
  readonly accent?: string | null | undefined
  /** The id under which the caller serves its picture, of at most 43 characters; null for none. */
  readonly logo?: string | null | undefined
  /** An IANA name, such as `Europe/Berlin`. */
  readonly timeZone?: string | undefined
  readonly requireSecondFactor?: boolean | undefined
  readonly requireSso?: boolean | undefined
  readonly requireSsoForTokens?: boolean | undefined
}

/** A workspace with the user's role in it. */
export interface OwnWorkspace extends Workspace {
  readonly role: Role
}

/** A user in a workspace. */
export interface Member {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly joinedAt: string
}

/** The members of a workspace at a glance. */
export interface MemberSummary {
  readonly total: number
  /** Admins and owners. */
  readonly managing: number
  readonly joinedLately: number
  readonly joinedBefore: number
  /** The last five to join, the newest first. */
  readonly newest: readonly Member[]
}

/** A user acting in a workspace. The role is read at the time of the action, not taken from the request. */
export interface WorkspaceActor {
  readonly orgId: string
  readonly actorId: string
  /** The highest role that it is done with, such as that of an API token; the actor's own when left out. */
  readonly asRole?: Role | undefined
}

/** A user acting on a member. */
export interface MemberTarget extends WorkspaceActor {
  readonly userId: string
  /**
   * Called before an owner is made, changed or removed; it throws unless the caller may. A route passes
   * `sessions.requireRecentProof` with its request.
   * @since 1.0.0
   */
  readonly requireProof?: (() => void) | undefined
}

/**
 * Workspaces and their members. Members manage no members; an admin never grants, changes or removes an owner; a
 * workspace keeps at least one owner, also under concurrent requests. A change of role and a removal revoke sessions. A
 * workspace that the user is not a member of is `not_found`, as one that does not exist.
 */
export interface WorkspacesService {
  /** A user's workspaces, by name. */
  list(userId: string): Promise<readonly OwnWorkspace[]>
  /** @throws Problem `not_found` */
  read(userId: string, orgId: string): Promise<OwnWorkspace>
  /**
   * A workspace as its admins see it, for a caller by support access: `SessionsService.isSupporting`.
   * @throws Problem `not_found`
   * @since 1.2.0
   */
  readForSupport(orgId: string): Promise<OwnWorkspace>
  /**
   * Makes a workspace and its owner. Without `slug` one is made of the name.
   * @throws Problem `conflict` for a slug that is taken
   */
  create(input: {
    readonly name: string
    readonly slug?: string | undefined
    readonly ownerId: string
  }): Promise<OwnWorkspace>
  /** @throws Problem `not_found`, `forbidden` */
  rename(actor: WorkspaceActor, name: string): Promise<OwnWorkspace>
  /**
   * Changes a workspace in one step, inside a transaction as part of it; changes of the slug and of its sign-in rules
   * require an owner.
   * @throws Problem `not_found`, `forbidden`, `invalid_input` for an invalid accent color or time zone, `conflict` for a
   *   slug that is taken and for a workspace that is to be erased
   * @since 1.0.0
   */
  change(actor: WorkspaceActor, changes: WorkspaceChanges): Promise<OwnWorkspace>
  /**
   * Makes a workspace read-only for everyone who works in it, changes the reason, or lifts that with null; on every
   * process before it resolves. Its audit log and that of the instance record it.
   * @throws Problem `not_found`
   * @since 1.1.0
   */
  suspend(suspending: {
    readonly orgId: string
    readonly actorId: string
    readonly reason: string | null
  }): Promise<WorkspaceSuspension | undefined>
  /** All workspaces of the instance, newest first; `sort` is `created` or `name`. */
  listAll(request: ListRequest): Promise<Page<Workspace & { readonly members: number }>>
  /**
   * How many members there are, and who joined last.
   * @param moments when "lately" and the time before it begin
   * @since 1.0.0
   */
  memberSummary(orgId: string, moments: { readonly lately: string; readonly before: string }): Promise<MemberSummary>
  /** How many workspaces there are, and how many came since a moment. @since 1.0.0 */
  growth(since: string): Promise<Growth>
  /** The members, who joined first comes first. */
  members(orgId: string, request: MembersRequest): Promise<Page<Member>>
  /**
   * How many members a request finds on all of its pages.
   * @since 1.0.0
   */
  countMembers(orgId: string, request: Pick<MembersRequest, 'q' | 'role'>): Promise<number>
  /** @throws Problem `not_found` without an account, `conflict` for a member, `forbidden` */
  addMember(actor: WorkspaceActor, member: { readonly email: string; readonly role: Role }): Promise<Member>
  /** @throws Problem `not_found`, `forbidden`, `last_owner` */
  changeRole(target: MemberTarget, role: Role): Promise<Member>
  /** @throws Problem `not_found`, `forbidden`, `last_owner` */
  removeMember(target: MemberTarget): Promise<void>
  /** @throws Problem `not_found`, `last_owner` */
  leave(actor: WorkspaceActor): Promise<void>
  /**
   * The picture of a workspace that was stored before pictures became uploads, for its members.
   * @param hash which picture; another one than the present is `not_found`
   * @throws Problem `not_found`
   * @since 1.0.0
   */
  logo(userId: string, orgId: string, hash: string): Promise<StoredBlob>
  /**
   * Makes another member an owner and the acting owner an admin, in one step.
   * @throws Problem `not_found` also for a non-member, `forbidden`, `conflict`
   * @since 1.0.0
   */
  transfer(target: MemberTarget): Promise<OwnWorkspace>
  /**
   * Closes a workspace at once, to be erased in 7 days with all that belongs to it.
   * @param confirmation its slug or its name
   * @throws Problem `not_found`, `forbidden`, `invalid_input` for another confirmation
   * @since 1.0.0
   */
  erase(actor: WorkspaceActor, confirmation: string): Promise<void>
  /**
   * Takes back a workspace that is to be erased.
   * @throws Problem `not_found`, `forbidden`, `gone` once it is too late
   * @since 1.0.0
   */
  restore(actor: WorkspaceActor): Promise<OwnWorkspace>
  /**
   * All data of a workspace over the host and all plugins as one JSON text, read while it is sent. It contains no
   * hashes and no secrets. The stream ends with an error when a part can't be read, so that an incomplete file is
   * recognizable.
   * @throws Problem `not_found`, `forbidden`, and the errors of `Exports` while too many exports run
   * @since 1.0.0
   */
  export(actor: WorkspaceActor, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
}

/**
 * Accounts and passwords.
 *
 * Audience: platform.
 */
export const Accounts = serviceToken<AccountsService>('core.accounts')

/**
 * Sessions.
 *
 * Audience: platform.
 */
export const Sessions = serviceToken<SessionsService>('core.sessions')

/**
 * Workspaces and members.
 *
 * Audience: platform.
 */
export const Workspaces = serviceToken<WorkspacesService>('core.workspaces')
