import type { Translate } from '@host/plugin-sdk'
import type { Job } from '../shared.ts'
import { hostKinds } from '../shared/host-kinds.ts'

/** The kind of a job in words; undefined for those of plugins, which have a name alone. */
export function kindWords(t: Translate, { plugin, name }: Pick<Job, 'plugin' | 'name'>): string | undefined {
  const key = plugin.name === 'host' ? hostKinds.get(name) : undefined
  return key === undefined ? undefined : t(key)
}
