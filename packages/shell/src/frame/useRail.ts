import { useState } from 'react'
import type { ShellScope } from '@host/plugin-sdk/shell'
import { useMedia } from './useMedia.ts'

/** Whether the sidebar is a rail of icons, and how to change that. */
export interface RailState {
  readonly isRail: boolean
  readonly toggle: () => void
}

/**
 * The width of the sidebar, kept on this device: of each shell, and of narrow and wide windows by themselves. Until the
 * reader chooses, the dashboard is a rail where the page needs the room, and the console always.
 */
export function useRail(scope: ShellScope): RailState {
  const isWide = useMedia('(width >= 64rem)')
  const key = `host.sidebar.${scope}.${isWide ? 'wide' : 'narrow'}`
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const isRail = chosen[key] ?? readChoice(key) ?? (scope === 'instance' || !isWide)
  function toggle() {
    setChosen({ ...chosen, [key]: !isRail })
    try {
      localStorage.setItem(key, isRail ? 'full' : 'rail')
    } catch {
      return
    }
  }
  return { isRail, toggle }
}

function readChoice(key: string): boolean | undefined {
  try {
    const kept = localStorage.getItem(key)
    return kept === 'rail' || kept === 'full' ? kept === 'rail' : undefined
  } catch {
    return undefined
  }
}
