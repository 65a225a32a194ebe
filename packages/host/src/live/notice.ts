/**
 * A browser tab. Only its own session is told its name: a stranger who knew it could name it with changes of their own,
 * and that tab would take them for what it shows already.
 */
export interface Tab {
  readonly sessionId: string
  readonly name: string
}

/** What processes tell each other of changes: `to` is a workspace, a person, or all instance admins. */
export interface Notice {
  readonly to: string
  readonly paths: readonly string[]
  /** What a workspace must have switched on to see them; undefined when no one can switch it off. */
  readonly feature?: string | undefined
  readonly by: Tab | null
}

/** To whom what concerns the whole instance is told. */
export const toInstance = 'instance'

/** Under which all paths of the API lie. */
export const everything = '/api'

/** The topic of the bus. */
export const liveTopic = 'live'

/** Reads what another process wrote; undefined for what is not a notice. */
export function readNotice(message: string): Notice | undefined {
  try {
    const notice = JSON.parse(message) as Notice
    return typeof notice.to === 'string' && Array.isArray(notice.paths) ? notice : undefined
  } catch {
    return undefined
  }
}
