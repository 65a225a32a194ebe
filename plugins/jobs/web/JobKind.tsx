import { useTranslation } from '@host/plugin-sdk'
import type { Job } from '../shared.ts'
import { kindWords } from './kind-words.ts'

/** The kind of a job: in words for those of the host, else by its name. */
export function JobKind({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  return kindWords(t, job) ?? <code className="font-mono text-xs text-muted">{job.name}</code>
}
