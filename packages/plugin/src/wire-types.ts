/** The JSON that crosses the wire: camelCase, times in ISO 8601 UTC, ids as strings like `nte_01h...`. */
import type { SettingsGroup } from './menu.ts'
import type { Role } from './roles.ts'

/** The languages that the product speaks. */
export type Language = 'en' | 'zh'

/** Cookies in which the product's pages store a reader's choices, for pages rendered by the server. */
export const readerCookies = Object.freeze({ language: 'host_language', theme: 'host_theme' })

/** One wrong field of a request; `path` in dots, such as `items.0.name`. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

/** The body of every error answer (RFC 9457). */
export interface ProblemBody {
  readonly type: string
  readonly title: string
  readonly status: number
  /** The cause. */
  readonly detail?: string
  /** The next step for the reader. */
  readonly nextStep: string
  /** A code of the error catalog. */
  readonly code: string
  readonly requestId: string
  readonly errors?: readonly FieldError[]
  /** What a program needs to know beside the code, such as `plans` with `tier_required`. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** A page of a list. `total` only when asked for with `?total=true`, counted up to 10,000. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
  readonly total?: number | undefined
}

/** An entry of `GET /api/instance/menus`. */
export interface InstanceMenuEntry {
  readonly id: string
  readonly label: string
  readonly path: string
  readonly icon: string
  readonly order: number
}

/** An entry of `GET /api/menus`. */
export interface MenuEntry extends InstanceMenuEntry {
  readonly category: string
  readonly requiredRole?: Role
  /** The group of the settings that the entry is in; left out for entries of the sidebar. */
  readonly settings?: SettingsGroup
  /** The name of its feature in the reader's language, of entries of the settings. */
  readonly feature?: string
}

/** Why a workspace is read-only, by decision of an instance admin. */
export interface WorkspaceSuspension {
  readonly reason: string
  /** ISO 8601. */
  readonly since: string
}

/** Access to a workspace that an owner granted to an instance admin. @since 1.2.0 */
export interface SupportNotice {
  readonly id: string
  /** The name of the admin. */
  readonly name: string
  /** When it ends by itself; ISO 8601. */
  readonly until: string
  readonly isReadOnly: boolean
  /** Whether the caller is that admin, and in the workspace by this access. */
  readonly isOwn: boolean
}

/** The rights of support access: reading all that an admin of the workspace reads, or changing it too. @since 1.2.0 */
export type SupportRights = 'read' | 'admin'

/** The state of a request: open, decided, in use or over. @since 1.2.0 */
export type SupportState = 'requested' | 'expired' | 'withdrawn' | 'declined' | 'granted' | 'active' | 'ended'

/** A person of a request. @since 1.2.0 */
export interface SupportPerson {
  readonly id: string
  /** Null for an account that was deleted. */
  readonly name: string | null
}

/** A request of an instance admin for access to a workspace, and what became of it, as routes send it. @since 1.2.0 */
export interface SentSupportAccess {
  readonly id: string
  readonly state: SupportState
  readonly admin: SupportPerson
  readonly reason: string
  /** The duration requested; once it is granted, the granted one. */
  readonly minutes: number
  readonly requestedAt: string
  /** Until when it can be granted. */
  readonly expiresAt: string
  /** Null while it is open. */
  readonly decidedBy: SupportPerson | null
  readonly decidedAt: string | null
  /** Null unless it was granted. */
  readonly rights: SupportRights | null
  /** When granted access ends by itself; null unless it was granted. */
  readonly until: string | null
  readonly startedAt: string | null
  /** Null where it ended by itself. */
  readonly endedBy: SupportPerson | null
  readonly endedAt: string | null
}

/** The answer of `GET /api/auth/me`. */
export interface Me {
  readonly user: {
    readonly id: string
    readonly email: string
    readonly name: string
    readonly isInstanceAdmin: boolean
  }
  readonly workspace: {
    readonly id: string
    readonly slug: string
    readonly name: string
    /** "#rrggbb", or null for the product's own color. */
    readonly accent: string | null
    /** The path of its picture, another one for another picture; null for none. */
    readonly logo: string | null
    /** Why it is read-only; undefined unless an instance admin suspended it. @since 1.1.0 */
    readonly suspension?: WorkspaceSuspension | undefined
    /** Support access that is granted now, at most 3; undefined without any. @since 1.2.0 */
    readonly support?: readonly SupportNotice[] | undefined
  } | null
  readonly role: Role | null
  /** To be sent as `X-CSRF-Token` with every call that changes something. */
  readonly csrfToken: string
}

/** How a plugin does. */
export type HealthStatus = 'ok' | 'degraded' | 'down'

/** An entry of `GET /api/features`: a feature that a workspace can switch on and off. */
export interface FeatureEntry {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly icon: string
  readonly category: string
  readonly enabled: boolean
  readonly core: boolean
  readonly requires: readonly string[]
  readonly requiredBy: readonly string[]
  readonly health: HealthStatus
}
