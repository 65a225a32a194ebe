import { createContext, lazy, Suspense, useContext, useEffect, useState, type ReactNode } from 'react'
import type { ShellScope } from '@host/plugin-sdk/shell'
import { OnceOpened } from './OnceOpened.tsx'
import { whenIdle } from './when-idle.ts'

const loadPalette = () => import('../palette/Palette.tsx')
const Palette = lazy(loadPalette)
const PaletteWarmUp = lazy(() => import('../palette/PaletteWarmUp.tsx'))
const ShortcutHelp = lazy(() => import('../keys/ShortcutHelp.tsx'))
const CreateWorkspace = lazy(() => import('../dashboard/CreateWorkspace.tsx'))
const ClosedDialog = lazy(() => import('../dashboard/ClosedDialog.tsx'))

/** What opens over any page. */
export type FrameDialog = 'palette' | 'shortcuts' | 'createWorkspace' | 'closedWorkspaces'

const OpenContext = createContext<(dialog: FrameDialog) => void>(() => undefined)

export interface FrameDialogsProps {
  readonly scope: ShellScope
  readonly children: ReactNode
}

/**
 * Holds what opens over any page, one at a time. The palette and what it lists are fetched as soon as the browser has
 * nothing to do.
 */
export function FrameDialogs({ scope, children }: FrameDialogsProps) {
  const [open, setOpen] = useState<FrameDialog>()
  const close = () => setOpen(undefined)
  const [isWarm, setWarm] = useState(false)
  useEffect(() => whenIdle(() => setWarm(true)), [])
  useEffect(() => (isWarm ? preloadPalette() : undefined), [isWarm])
  return (
    <OpenContext value={setOpen}>
      {children}
      <Suspense>{isWarm && <PaletteWarmUp scope={scope} />}</Suspense>
      <Suspense>
        {open === 'palette' && <Palette scope={scope} onClose={() => setOpen(leavePalette)} />}
        {open === 'createWorkspace' && <CreateWorkspace onClose={close} />}
        {open === 'closedWorkspaces' && <ClosedDialog onClose={close} />}
      </Suspense>
      <OnceOpened open={open === 'shortcuts'}>
        <ShortcutHelp open={open === 'shortcuts'} onClose={close} />
      </OnceOpened>
    </OpenContext>
  )
}

/** Opens one of the dialogs of the frame. */
export function useFrameDialog(): (dialog: FrameDialog) => void {
  return useContext(OpenContext)
}

/** Fetches the palette before it is asked for, such as when the pointer comes to its button. */
export function preloadPalette(): void {
  void loadPalette()
}

/** What an entry of the palette has opened stays open. */
function leavePalette(open: FrameDialog | undefined): FrameDialog | undefined {
  return open === 'palette' ? undefined : open
}
