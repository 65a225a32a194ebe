import { useFoundHelp } from './useFoundHelp.ts'
import { useFoundRecords, type FoundEntries } from './useFoundRecords.ts'
import { useLaterQuery } from './useLaterQuery.ts'

/** What the server finds for what is typed: records of the workspace, then pages of the help. */
export function useServerSearch(query: string): FoundEntries {
  const later = useLaterQuery(query)
  const records = useFoundRecords(later)
  const help = useFoundHelp(later)
  return { ...records, entries: [...records.entries, ...help] }
}
