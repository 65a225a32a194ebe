import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { listInstanceMenus, listMenus } from '@host/platform-api/menus'
import { endpointKey } from '../query/query-key.ts'
import type { UIPlugin, UIRequirement } from '../ui-plugin.ts'
import { GateBoundary } from './GateBoundary.tsx'
import { gateVerdict, type GateFailure } from './gate-verdict.ts'
import { GateView } from './GateView.tsx'
import { PlanLocked } from './PlanLocked.tsx'
import { highestRole, unmetRequirement, type Reader } from './requirement.ts'
import { SwitchedOff } from './SwitchedOff.tsx'
import { GateContext, type PluginGateHandle } from './usePluginGate.ts'
import { WhoCanHelp } from './WhoCanHelp.tsx'

/** Props of `PluginGate`. */
export interface PluginGateProps {
  readonly plugin: UIPlugin
  /** The page's own requirement, on top of the plugin's. */
  readonly requirement: UIRequirement
  /** Undefined in the instance console, where only instance admins have access. */
  readonly reader: Reader | undefined
  /** Whether the server announces the page. */
  readonly isAnnounced: boolean
  /** The address: another one gives the page a new start. */
  readonly resetKey: string
  readonly children: ReactNode
}

/**
 * Wraps every page of a plugin, so that users never see a raw error. An unmet requirement, a status reported by
 * `degrade`, a thrown error or a chunk that fails to load is shown as a standard view (spec §4 "Frontend rules", §7).
 */
export function PluginGate(props: PluginGateProps): ReactNode {
  const { plugin, requirement, reader, isAnnounced, resetKey, children } = props
  const [degraded, setDegraded] = useState<{ readonly failure: GateFailure; readonly resetKey: string }>()
  const gate = useMemo<PluginGateHandle>(
    () => ({ degrade: (status) => setDegraded({ failure: { status }, resetKey }) }),
    [resetKey],
  )
  const required = highestRole([plugin, requirement])
  const helpers = reader && <WhoCanHelp role={reader.role} required={required} />
  const lockedBy = (error: unknown): ReactNode =>
    reader && plugin.lockedFallback === undefined && <PlanLocked role={reader.role} error={error} />
  const standing = { lockedFallback: plugin.lockedFallback, helpers, isConsole: reader === undefined }
  const view = (failure: GateFailure, onRetry: () => void): ReactNode => {
    const verdict = gateVerdict(failure, isAnnounced)
    const error = 'error' in failure ? failure.error : undefined
    return (
      <>
        {verdict === 'switchedOff' && reader !== undefined ? (
          <SwitchedOff plugin={plugin.name} reader={reader} onSwitchedOn={onRetry} />
        ) : (
          <GateView
            {...standing}
            verdict={verdict}
            error={error}
            onRetry={onRetry}
            locked={lockedBy(error) || undefined}
          />
        )}
        {(verdict === 'switchedOff' || verdict === 'notInBuild') && <MenusAgain />}
      </>
    )
  }
  const unmet = reader === undefined ? undefined : unmetRequirement([plugin, requirement], reader)
  if (unmet !== undefined) return <GateView {...standing} verdict={unmet} locked={lockedBy(undefined) || undefined} />
  if (degraded?.resetKey === resetKey) return view(degraded.failure, () => setDegraded(undefined))
  return (
    <GateContext value={gate}>
      <GateBoundary resetKey={resetKey} fallback={(error, retry) => view({ error }, retry)}>
        {children}
      </GateBoundary>
    </GateContext>
  )
}

/** A page that is announced and yet refused as absent was switched off since the menus came. */
function MenusAgain(): ReactNode {
  const queries = useQueryClient()
  useEffect(() => {
    for (const menus of [listMenus, listInstanceMenus]) {
      void queries.invalidateQueries({ queryKey: endpointKey(menus) }, { cancelRefetch: false })
    }
  }, [queries])
  return null
}
