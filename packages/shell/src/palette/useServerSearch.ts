import { useFoundHelp } from './useFoundHelp.ts'
import { useFoundRecords, type FoundEntries } from './useFoundRecords.ts'
import { useLaterQuery } from './useLaterQuery.ts'

/** Server results for the query: records of the workspace, then help pages. */
export function useServerSearch(query: string): FoundEntries {
  const later = useLaterQuery(query)
  const records = useFoundRecords(later)
  const help = useFoundHelp(later)
  return { ...records, entries: [...records.entries, ...help] }
}
