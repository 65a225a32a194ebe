import { useState } from 'react'
import { useShortcut, useTranslation } from '@host/plugin-sdk'
import { useMedia } from '../frame/useMedia.ts'

/** Whether the sidebar is a rail of icons, and how to change that. */
export interface RailState {
  readonly isRail: boolean
  readonly toggle: () => void
}

/**
 * The width of the dashboard's sidebar, stored on this device for narrow and for wide windows, and the key that changes
 * it. Until the reader chooses, the sidebar is a rail in narrow windows.
 */
export function useRail(): RailState {
  const { t } = useTranslation()
  const isWide = useMedia('(width >= 64rem)')
  const key = `host.sidebar.tenant.${isWide ? 'wide' : 'narrow'}`
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const isRail = chosen[key] ?? readChoice(key) ?? !isWide
  useShortcut('[', toggle, { label: t('shell.keys.fold'), group: 'general' })
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
