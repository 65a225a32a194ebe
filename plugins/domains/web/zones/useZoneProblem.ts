import { useTranslation } from '@host/plugin-sdk'

/** A short title, and the next step. */
export interface ZoneProblem {
  readonly title: string
  readonly nextStep: string
}

const known: ReadonlySet<string> = new Set(['not_found', 'remote_refused', 'service_unavailable'])

/** Returns the texts of an error code of a zone; any other failure of the provider has one text. */
export function useZoneProblem(): (code: string) => ZoneProblem {
  const { t } = useTranslation()
  return (code) => {
    const key = known.has(code) ? code : 'remote_failed'
    return { title: t(`domains.zones.problem.${key}`), nextStep: t(`domains.zones.problemStep.${key}`) }
  }
}
