import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { ErrorState, useLocation, useNavigate, type Me } from '@host/plugin-sdk'
import {
  EditionProvider,
  isNoEntry,
  lazyPart,
  LiveProvider,
  NavigationProvider,
  OverlayProvider,
  slugIn,
  useHoldSession,
  useSessionState,
  workspaceBase,
  type ShellScope,
} from '@host/plugin-sdk/shell'
import { FrameSkeleton } from '../frame/FrameSkeleton.tsx'
import { AccountPreferences } from '../preferences/AccountPreferences.tsx'
import { PreferenceSaver } from '../preferences/PreferenceSaver.tsx'
import { ProofQuestion } from './ProofQuestion.tsx'
import { SignInAgain } from './SignInAgain.tsx'
import { useAddressedWorkspace } from './useAddressedWorkspace.ts'

const Dashboard = lazyPart(() => import('../dashboard/Dashboard.tsx'))
const Console = lazyPart(() => import('../console/Console.tsx'))
const NoSuchWorkspace = lazy(() => import('./NoSuchWorkspace.tsx'))

/** Loads a frame ahead of its first show. */
export const loadFrame = (scope: ShellScope) => (scope === 'tenant' ? Dashboard : Console).load()

/**
 * Renders the frame for signed-in users, and redirects others to the sign-in page. A change of user or workspace starts
 * an empty frame: input and selections of the previous one are discarded. When the session ends without signing out,
 * the page stays under a dialog.
 */
export default function SignedIn({ scope }: { readonly scope: ShellScope }) {
  const session = useSessionState()
  useHoldSession()
  if (session.status === 'loading') return <FrameSkeleton />
  if (session.status === 'failed') {
    return isNoEntry(session.error) ? (
      <Suspense>
        <NoSuchWorkspace retry={session.retry} />
      </Suspense>
    ) : (
      <ErrorState error={session.error} onRetry={session.retry} />
    )
  }
  if (session.status === 'signedOut') return <ToSignIn />
  const { user } = session.me
  return (
    <AccountPreferences key={user.id} userId={user.id} waiting={<FrameSkeleton />}>
      <Suspense fallback={<FrameSkeleton />}>
        <EditionProvider>
          <OverlayProvider>
            {session.status === 'lapsed' && <SignInAgain me={session.me} isRevoked={session.isRevoked} />}
            {session.status === 'signedIn' && <ProofQuestion me={session.me} />}
            <PreferenceSaver />
            <LiveProvider>
              {scope === 'tenant' ? (
                <Addressed me={session.me}>
                  <Dashboard />
                </Addressed>
              ) : (
                <NavigationProvider key={`${scope} ${user.id}`} base="/instance">
                  <Console />
                </NavigationProvider>
              )}
            </LiveProvider>
          </OverlayProvider>
        </EditionProvider>
      </Suspense>
    </AccountPreferences>
  )
}

/** The frame of the workspace that the address names, once the session is in it. */
function Addressed({ me: { user, workspace }, children }: { readonly me: Me; readonly children: ReactNode }) {
  const slug = slugIn(useLocation())
  const { isHere, error, retry } = useAddressedWorkspace(slug, workspace)
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />
  if (!isHere) return <FrameSkeleton />
  return (
    <NavigationProvider key={`tenant ${user.id} ${workspace?.id}`} base={workspaceBase(slug)}>
      {children}
    </NavigationProvider>
  )
}

function ToSignIn() {
  const navigate = useNavigate()
  const path = useLocation()
  useEffect(() => {
    const wanted = path + location.search
    const query = wanted === '/admin' ? '' : `?return=${encodeURIComponent(wanted)}`
    navigate(`/login${query}`, { replace: true })
  }, [navigate, path])
  return null
}
