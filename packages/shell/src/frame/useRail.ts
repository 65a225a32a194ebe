import { useState } from 'react'
import type { ShellScope } from '@host/plugin-sdk/shell'
import { useMedia } from './useMedia.ts'

/** Whether the sidebar is a rail of icons, and how to change that. */
export interface RailState {
  readonly isRail: boolean
  readonly toggle: () => void
}

/**
 * The width of the sidebar, stored on this device: for each shell, and for narrow and wide windows. Until the reader
 * chooses, the dashboard is a rail in narrow windows, and the console shows its labels.
 */
export function useRail(scope: ShellScope): RailState {
  const isWide = useMedia('(width >= 64rem)')
  const key = `host.sidebar.${scope}.${isWide ? 'wide' : 'narrow'}`
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const isRail = chosen[key] ?? readChoice(key) ?? (scope === 'tenant' && !isWide)
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
