import type { Role } from '@host/plugin'
import type { SecondFactor } from '@host/plugin/platform'
import type { CallerMemory } from './caller-memory.ts'

/** How an agent has come to call. */
export interface AgentCall {
  /** Stands for the secret of the token that it calls with: `tokenStamp`. */
  readonly stamp: string
  /** The id of the user who approved the call; undefined without an approval. */
  readonly approvedBy?: string | undefined
  /** Where the agent called from, which the stamp holds too. */
  readonly address?: string | undefined
  /** Waited for before the handler runs. */
  readonly onBegin?: (() => Promise<void>) | undefined
}

/** Support access that a caller uses. */
export interface CallerSupport {
  readonly id: string
  /** The owner who granted it. */
  readonly grantedBy: string
  /** When it ends by itself, in milliseconds since 1970. */
  readonly until: number
  readonly isReadOnly: boolean
}

/**
 * The caller of a request, from its session and the membership behind it. Frozen, and shared by all requests of a
 * session until it is revoked: rights are read only from here.
 */
export interface Caller {
  readonly userId: string
  /** The workspace that the call names, or else the one used last; undefined without one or without a membership. */
  readonly orgId: string | undefined
  /** The role in `orgId`. */
  readonly role: Role | undefined
  /** Scopes of an API token; undefined for a session, which has all rights of its role. */
  readonly scopes?: readonly string[] | undefined
  readonly isInstanceAdmin: boolean
  /** The sign-in, whatever workspace its call names, or the token that stands in its place. */
  readonly sessionId: string
  /** The API token that calls; undefined for a session. */
  readonly tokenId?: string | undefined
  /** Set where an agent calls inside of the build, in the name of the token. */
  readonly agent?: AgentCall | undefined
  /** When its user last proved who they are, in milliseconds since 1970; undefined for a session that never did, and a token. */
  readonly provedAt?: number | undefined
  /** The second factors of the account; undefined for a token. */
  readonly secondFactors?: readonly ('totp' | 'passkey')[] | undefined
  /** The last proof by a second factor, `at` in milliseconds since 1970; undefined for a session without one. */
  readonly factorProof?: { readonly by: SecondFactor; readonly at: number } | undefined
  /** Whether a second factor is asked for where the caller stands, and there is none. */
  readonly needsSecondFactor: boolean
  /** Whether the workspace requires its single sign-on, which the session did not come through. Owners are exempt. */
  readonly needsSso: boolean
  /** Why the workspace is suspended, and so read-only; undefined unless it is. */
  readonly suspension?: string | undefined
  /** The only workspace that the session may use, whose single sign-on it came through; undefined for all others. */
  readonly confinedTo?: string | undefined
  /** Set where an instance admin is in the workspace by support access, and not as a member. */
  readonly support?: CallerSupport | undefined
  /** Value required in `X-CSRF-Token` with every state-changing call. */
  readonly csrfToken: string
  /** Belongs to this object alone: a copy with another session, user or workspace must not share it. */
  readonly memory?: CallerMemory | undefined
}
