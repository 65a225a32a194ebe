import { useEffect, useState } from 'react'

/** What is typed, and what of it the server is asked for. */
export interface LaterQuery {
  /** What to ask for; undefined while nothing is worth it. */
  readonly asked: string | undefined
  /** Whether what is typed is not what was asked for last. */
  readonly isBehind: boolean
}

const pauseMilliseconds = 120
const longestQuery = 100

/** What is typed as a question to the server, once the typing pauses. */
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

/** One Latin letter is in nearly every record; one Chinese character is a word. */
function isWorthAsking(query: string): boolean {
  return query.length <= longestQuery && (query.length > 1 || /\p{Script=Han}/u.test(query))
}
