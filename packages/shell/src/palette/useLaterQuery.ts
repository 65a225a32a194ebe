import { useEffect, useState } from 'react'

/** The typed query, and the part sent to the server. */
export interface LaterQuery {
  /** The query to send; undefined while there is none worth sending. */
  readonly asked: string | undefined
  /** Whether the typed query differs from the last one sent. */
  readonly isBehind: boolean
}

const pauseMilliseconds = 120
const longestQuery = 100

/** Debounces the typed query for the server. */
export function useLaterQuery(query: string): LaterQuery {
  const typed = query.trim()
  const [later, setLater] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setLater(typed), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [typed])
  const isWorth = isWorthAsking(typed) && isWorthAsking(later)
  return { asked: isWorth ? later : undefined, isBehind: isWorthAsking(typed) && typed !== later }
}

/** One Latin letter matches nearly every record; one Chinese character is a word. */
function isWorthAsking(query: string): boolean {
  return query.length <= longestQuery && (query.length > 1 || /\p{Script=Han}/u.test(query))
}
