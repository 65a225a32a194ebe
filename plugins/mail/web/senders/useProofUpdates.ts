import { useQuery } from '@host/plugin-sdk'
import { readSender } from '../../shared.ts'

const every = 5_000

/** Reads a sending domain again while its proof is on its way. */
export function useProofUpdates(id: string, isOn: boolean): void {
  useQuery(readSender, { id }, isOn ? { keepPrevious: false, refetchMilliseconds: every } : { keepPrevious: false })
}
