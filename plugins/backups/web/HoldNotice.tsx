import { useQuery } from '@host/plugin-sdk'
import { listBackups } from '../shared.ts'
import { RestoreHold } from './RestoreHold.tsx'

/** Background work that a restore holds, above every page of the console. */
export default function HoldNotice() {
  const { data } = useQuery(listBackups)
  const hold = data?.hold ?? null
  return hold === null ? null : <RestoreHold hold={hold} />
}
