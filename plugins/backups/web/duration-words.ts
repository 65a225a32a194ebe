import type { Translate } from '@host/plugin-sdk'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A duration as people say it: 90 minutes are 2 hours, and two days or more are days. */
export function durationWords(t: Translate, milliseconds: number): string {
  const [unit, size] =
    milliseconds >= 2 * day
      ? (['days', day] as const)
      : milliseconds >= 1.5 * hour
        ? (['hours', hour] as const)
        : (['minutes', minute] as const)
  return t(`backups.duration.${unit}`, { count: Math.max(1, Math.round(milliseconds / size)) })
}

/** How long a run took, in milliseconds; undefined while it is running. */
export function tookOf(run: { readonly startedAt: string; readonly finishedAt: string | null }): number | undefined {
  return run.finishedAt === null ? undefined : Date.parse(run.finishedAt) - Date.parse(run.startedAt)
}
