import { useTranslation } from '@host/plugin-sdk'
import type { Job } from '../shared.ts'

/** Kinds of jobs that the host does itself; only plugins know words for theirs. */
const hostKinds: ReadonlyMap<string, string> = new Map([
  ['mail.send', 'jobs.kind.email'],
  ['identity.request', 'jobs.kind.account'],
  ['identity.sweep', 'jobs.kind.accountCleanup'],
])

/** The kind of a job: in words for those of the host, else by its name. */
export function JobKind({ job: { plugin, name } }: { readonly job: Job }) {
  const { t } = useTranslation()
  const key = plugin.name === 'host' ? hostKinds.get(name) : undefined
  return key === undefined ? <code className="font-mono text-xs text-muted">{name}</code> : t(key)
}
