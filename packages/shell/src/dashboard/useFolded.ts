import { useState } from 'react'

const key = 'host.sidebar.folded'

/** Which groups of the sidebar are folded, kept on this device. */
export function useFolded() {
  const [folded, setFolded] = useState(readFolded)
  function toggle(id: string) {
    const next = folded.includes(id) ? folded.filter((one) => one !== id) : [...folded, id]
    setFolded(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      return
    }
  }
  return { isFolded: (id: string) => folded.includes(id), toggle }
}

function readFolded(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
