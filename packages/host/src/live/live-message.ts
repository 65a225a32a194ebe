/**
 * A browser tab. Its name is known to its own session only: another user who knew it could label changes with it, and
 * the tab would ignore them as its own.
 */
export interface Tab {
  readonly sessionId: string
  readonly name: string
}

/** Message between processes about changes: `to` is a workspace, a user, or all instance admins. */
export interface LiveMessage {
  readonly to: string
  readonly paths: readonly string[]
  /** The feature that must be on in the workspace to see them; undefined when it can't be switched off. */
  readonly feature?: string | undefined
  readonly by: Tab | null
}

/** The topic for changes that concern the whole instance. */
export const toInstance = 'instance'

/** Under which all paths of the API lie. */
export const everything = '/api'

/** The topic of the bus. */
export const liveTopic = 'live'

/** Reads a message of another process; undefined when it isn't valid. */
export function parseLiveMessage(message: string): LiveMessage | undefined {
  try {
    const liveMessage = JSON.parse(message) as LiveMessage
    return typeof liveMessage.to === 'string' && Array.isArray(liveMessage.paths) ? liveMessage : undefined
  } catch {
    return undefined
  }
}
