import { useEffect } from 'react'
import { usePluginGate } from '@host/plugin-sdk'

/** A page that the server announces, and that neither a section nor anything else of this build stands behind. */
export function UnknownSection() {
  const { degrade } = usePluginGate()
  useEffect(() => degrade(404), [degrade])
  return null
}
