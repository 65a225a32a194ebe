import type { Translate } from '@host/plugin-sdk'
import type { Job } from '../shared.ts'

/** Kinds of jobs that the host does itself. */
export const hostKinds: ReadonlyMap<string, string> = new Map([
  ['mail.send', 'jobs.kind.email'],
  ['identity.request', 'jobs.kind.account'],
  ['identity.sweep', 'jobs.kind.accountCleanup'],
  ['remove-old-events', 'jobs.kind.eventCleanup'],
  ['maintain-changesets', 'jobs.kind.changeCleanup'],
])

/** The kind of a job in words; undefined for those of plugins, which have a name alone. */
export function kindWords(t: Translate, { plugin, name }: Pick<Job, 'plugin' | 'name'>): string | undefined {
  const key = plugin.name === 'host' ? hostKinds.get(name) : undefined
  return key === undefined ? undefined : t(key)
}
