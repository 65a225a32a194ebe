import type { Audience, ErrorCode, PluginFacts, RouteFacts } from '@host/plugin'
import type { LogLine } from '../../test-log.ts'

/** The caller or the credentials, and the purpose of a call. */
export type Situation =
  | 'anonymous'
  | 'below role'
  | 'no instance admin'
  | 'no workspace'
  | 'no csrf token'
  | 'foreign origin'
  | 'token without scope'
  | 'unknown token'
  | 'wrong method'
  | 'no json'
  | 'wrong media type'
  | 'wrong types'
  | 'unknown property'
  | 'too large'
  | 'deep json'
  | 'hostile json'
  | 'hostile query'
  | 'hostile path'
  | 'unknown id'
  | 'foreign id'
  | 'switched off'
  | 'switched off elsewhere'
  | 'valid'
  | 'head'
  | 'token with scope'
  | 'repeat'
  | 'repeat with another body'

/** A route of the plugin as it is asked. */
export interface AskedRoute extends RouteFacts {
  readonly method: string
  readonly path: string
  readonly wildcards: readonly string[]
  readonly isMutating: boolean
  /** Names of the problems that are documented for it. */
  readonly documented: ReadonlySet<ErrorCode>
}

/** The answer for an unknown id. */
export interface UnknownAnswer {
  readonly status: number
  readonly body: string
  /** The parts of the call that had the id, such as `the field "noteId"`. */
  readonly place: string
}

/** One call with its result. */
export interface Exchange {
  readonly route: AskedRoute
  readonly situation: Situation
  /** The caller or the credentials, in a few words. */
  readonly who: string
  /** 0 when no answer came in time. */
  readonly status: number
  /** The code of the problem; empty when it is none. */
  readonly code: string
  readonly type: string
  readonly allow: string
  readonly isReplayed: boolean
  /** The body without variable parts, cut. */
  readonly body: string
  /** The handler's error, if any. */
  readonly fault: string | undefined
  /** Whether rows of the plugin's tables are others than before. */
  readonly isChanged: boolean
  /** The answer of the same call with an unknown id, for a call with the id of another workspace. */
  readonly unknown?: UnknownAnswer | undefined
}

/** The result of one hook of the plugin. */
export interface HookOutcome {
  readonly hook: 'search' | 'checklist' | 'badges' | 'sampleData' | 'export' | 'erase' | 'memberRemoved'
  /** Why it failed; undefined when it did not. */
  readonly failure: string | undefined
  /** Its result, as JSON. */
  readonly value: unknown
}

/** How the plugin did on a running host. */
export interface LiveFacts {
  readonly facts: PluginFacts
  readonly routes: readonly AskedRoute[]
  readonly exchanges: readonly Exchange[]
  readonly hooks: readonly HookOutcome[]
  /** Log lines of the plugin before its first call. */
  readonly startLog: readonly LogLine[]
  readonly health: { readonly status: string; readonly detail: string }
  /** Slugs of its help pages that the host serves, by language. */
  readonly help: { readonly en: readonly string[]; readonly zh: readonly string[] }
  readonly restart: RestartFacts
  /** Why calling ended early; undefined when all was asked. */
  readonly gaveUp: string | undefined
}

/** Results of starting twice on one database. */
export interface RestartFacts {
  /** Why the second start failed. */
  readonly failure: string | undefined
  /** Resources still open after the stop, by kind. */
  readonly left: readonly string[]
  /** Faults in `start`, `stop` and the work they began. */
  readonly faults: readonly string[]
}

/** Whether a route is called inside a workspace. */
export function isOfWorkspace(audience: Audience): boolean {
  return audience === 'member' || audience === 'admin' || audience === 'owner'
}
