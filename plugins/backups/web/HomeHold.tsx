import { useQuery } from '@host/plugin-sdk'
import { listBackups } from '../shared.ts'
import { RestoreHold } from './RestoreHold.tsx'

/** Background work that a restore holds, on the home of the console. */
export default function HomeHold() {
  const { data } = useQuery(listBackups)
  const hold = data?.hold ?? null
  return hold === null ? null : <RestoreHold hold={hold} />
}
