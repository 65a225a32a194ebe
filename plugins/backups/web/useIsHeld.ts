import { useLateQuery } from '@host/plugin-sdk'

const loadListBackups = () => import('../shared.ts').then(({ listBackups }) => listBackups)

/** Whether a restore holds background work; undefined until that is known. */
export function useIsHeld(): boolean | undefined {
  const { data, error } = useLateQuery(loadListBackups, {}, { errors: 'page' })
  if (error !== null) return false
  return data && data.hold !== null
}
