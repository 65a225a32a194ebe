import { createContext, lazy, Suspense, useCallback, useContext, useEffect, useState, type ReactNode } from 'react'
import { HelpContext, whenIdle, type ShellScope } from '@host/plugin-sdk/shell'
import { OnceOpened } from './OnceOpened.tsx'

const loadPalette = () => import('../palette/Palette.tsx')
const Palette = lazy(loadPalette)
const PaletteWarmUp = lazy(() => import('../palette/PaletteWarmUp.tsx'))
const ShortcutHelp = lazy(() => import('../keys/ShortcutHelp.tsx'))
const CreateWorkspace = lazy(() => import('../dashboard/CreateWorkspace.tsx'))
const HelpPanel = lazy(() => import('../help/HelpPanel.tsx'))
const ClosedDialog = lazy(() => import('../dashboard/ClosedDialog.tsx'))

/** Dialogs that open over any page. */
export type FrameDialog = 'palette' | 'shortcuts' | 'createWorkspace' | 'closedWorkspaces'

const OpenContext = createContext<(dialog: FrameDialog) => void>(() => undefined)

export interface FrameDialogsProps {
  readonly scope: ShellScope
  readonly children: ReactNode
}

/** Renders dialogs over any page, one at a time. The palette and its entries are fetched when the browser is idle. */
export function FrameDialogs(props: FrameDialogsProps) {
  return (
    <WithHelp>
      <Dialogs {...props} />
    </WithHelp>
  )
}

function Dialogs({ scope, children }: FrameDialogsProps) {
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

/** Opens help pages over the page below; each opening begins with its own page. */
function WithHelp({ children }: Pick<FrameDialogsProps, 'children'>) {
  const [help, setHelp] = useState<{
    readonly slug: string | undefined
    readonly count: number
    readonly isOpen: boolean
  }>()
  const open = useCallback(
    (slug?: string) => setHelp((before) => ({ slug, count: (before?.count ?? 0) + 1, isOpen: true })),
    [],
  )
  return (
    <HelpContext value={open}>
      {children}
      <Suspense>
        {help !== undefined && (
          <HelpPanel
            key={help.count}
            slug={help.slug}
            open={help.isOpen}
            onClose={() => setHelp({ ...help, isOpen: false })}
          />
        )}
      </Suspense>
    </HelpContext>
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

/** A dialog opened from the palette stays open. */
function leavePalette(open: FrameDialog | undefined): FrameDialog | undefined {
  return open === 'palette' ? undefined : open
}
