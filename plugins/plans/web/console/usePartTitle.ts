import { useQuery, useTranslation } from '@host/plugin-sdk'
import { listPlanParts } from '../../shared.ts'

/** Names a part of plans as people read it; one that this build lacks keeps its name. */
export function usePartTitle(): (name: string) => string {
  const { language } = useTranslation()
  const { data } = useQuery(listPlanParts, {}, { errors: 'page' })
  return (name) => data?.items.find((part) => part.name === name)?.title[language] ?? name
}
