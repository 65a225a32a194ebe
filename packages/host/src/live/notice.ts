/** What processes tell each other of changes: `to` is a workspace, a person, or all instance admins. */
export interface Notice {
  readonly to: string
  readonly paths: readonly string[]
  /** What a workspace must have switched on to see them; undefined when nobody can switch it off. */
  readonly feature?: string | undefined
  readonly by: string | null
}

/** To whom what concerns the whole instance is told. */
export const toInstance = 'instance'

/** Under which all paths of the API lie. */
export const everything = '/api'

/** The topic of the bus. */
export const liveTopic = 'live'

/** Reads what another process wrote; undefined for what is no notice. */
export function readNotice(message: string): Notice | undefined {
  try {
    const notice = JSON.parse(message) as Notice
    return typeof notice.to === 'string' && Array.isArray(notice.paths) ? notice : undefined
  } catch {
    return undefined
  }
}
