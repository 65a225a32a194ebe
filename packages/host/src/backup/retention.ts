/** How many backups are kept: the last one of each of so many days, weeks and months that have one, and all of the last day. */
export interface Retention {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

const form = /^(?:(?<days>\d{1,4})d)?(?:(?<weeks>\d{1,4})w)?(?:(?<months>\d{1,4})m)?$/

/** Reads `HOST_BACKUP_KEEP`. @throws TypeError with the expected form */
export function parseRetention(text: string): Retention {
  const groups = form.exec(text)?.groups
  const [days, weeks, months] = ['days', 'weeks', 'months'].map((unit) => Number(groups?.[unit] ?? 0)) as [
    number,
    number,
    number,
  ]
  if (days + weeks + months > 0) return Object.freeze({ days, weeks, months })
  throw new TypeError(`${JSON.stringify(text)} keeps no backup; use days, weeks and months such as "7d4w12m"`)
}

/** A backup, and the moment of its rows. */
export interface DatedBackup {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
}

const day = 86_400_000
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const weekOf = (at: number): number => Math.floor((at / day + 3) / 7)
const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

/** The backups that a rule no longer keeps; never one of the last 24 hours before the newest. In UTC. */
export function expiredBackups<Backup extends DatedBackup>(
  backups: readonly Backup[],
  { days, weeks, months }: Retention,
): readonly Backup[] {
  const newestFirst = backups.toSorted((one, other) => (one.at < other.at ? 1 : -1))
  const kept = new Set([
    ...ofLastDay(newestFirst),
    ...lastOfEach(newestFirst, days, (at) => Math.floor(at / day)),
    ...lastOfEach(newestFirst, weeks, weekOf),
    ...lastOfEach(newestFirst, months, monthOf),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

function ofLastDay<Backup extends DatedBackup>([newest, ...others]: readonly Backup[]): readonly Backup[] {
  if (newest === undefined) return []
  const since = Date.parse(newest.at) - day
  return [newest, ...others.filter(({ at }) => Date.parse(at) > since)]
}

function lastOfEach<Backup extends DatedBackup>(
  newestFirst: readonly Backup[],
  most: number,
  unitOf: (at: number) => number | string,
): readonly Backup[] {
  const units = Map.groupBy(newestFirst, ({ at }) => unitOf(Date.parse(at)))
  return [...units.values()].slice(0, most).flatMap(([last]) => (last === undefined ? [] : [last]))
}
