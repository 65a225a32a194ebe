/** One announcement of a process: subjects whose rights have changed, by their slots; null for all. */
export type News = readonly [number: number, slots: readonly number[] | null]

/** A process among those that remember rights, as all of them see it. */
export interface PeerRow {
  /** New whenever it joins. */
  readonly id: string
  /** One more with every time that the process writes its row, so that a process that stands still shows. */
  readonly beat: number
  /** The number of the last thing that it has said. */
  readonly said: number
  /** Announcements not acknowledged by all, oldest first. */
  readonly news: readonly News[]
  /** Up to which number it has heard each of the others. */
  readonly heard: Readonly<Record<string, number>>
}

/** Which processes a write wakes, by id; the others see it at their next beat. */
export type Wakes = readonly string[] | 'all'

/**
 * Where the rows of all processes stand, one for each. A write is seen by every read that begins after it was answered.
 * Each method rejects when the medium does not answer in time; whether something was written is unknown then.
 */
export interface Medium {
  /** Puts a row in, in place of the one that the process had before. @returns all rows, read after that */
  join(row: PeerRow, former: string | undefined): Promise<readonly PeerRow[]>
  /** Writes the row if it stands as it was before this beat. @returns all others at that time; undefined when it does not */
  beat(row: PeerRow, wakes: Wakes): Promise<readonly PeerRow[] | undefined>
  /** Removes rows whose heartbeat is still the same. */
  remove(rows: readonly PeerRow[]): Promise<void>
  close(): void
}

/**
 * Called for a write that concerns this process: with the row, or without one where it was too long for the
 * notification.
 */
export type OnWake = (row: PeerRow | undefined) => void

/** Opens a medium for one life of a process. */
export type OpenMedium = (onWake: OnWake) => Promise<Medium>
