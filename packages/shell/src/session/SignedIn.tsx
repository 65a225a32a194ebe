import { Suspense, useEffect } from 'react'
import { ErrorState, useLocation, useNavigate } from '@host/plugin-sdk'
import {
  EditionProvider,
  lazyPart,
  LiveProvider,
  NavigationProvider,
  OverlayProvider,
  useHoldSession,
  useSessionState,
  type ShellScope,
} from '@host/plugin-sdk/shell'
import { FrameSkeleton } from '../frame/FrameSkeleton.tsx'
import { AccountPreferences } from '../preferences/AccountPreferences.tsx'
import { PreferenceSaver } from '../preferences/PreferenceSaver.tsx'
import { MoveNote } from './MoveNote.tsx'
import { ProofQuestion } from './ProofQuestion.tsx'
import { SignInAgain } from './SignInAgain.tsx'

const Dashboard = lazyPart(() => import('../dashboard/Dashboard.tsx'))
const Console = lazyPart(() => import('../console/Console.tsx'))

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
  if (session.status === 'failed') return <ErrorState error={session.error} onRetry={session.retry} />
  if (session.status === 'signedOut') return <ToSignIn />
  const { user, workspace } = session.me
  const place = scope === 'tenant' ? `${user.id} ${workspace?.id}` : user.id
  return (
    <AccountPreferences key={user.id} userId={user.id} waiting={<FrameSkeleton />}>
      <Suspense fallback={<FrameSkeleton />}>
        <EditionProvider>
          <OverlayProvider>
            <MoveNote workspace={workspace} />
            {session.status === 'lapsed' && <SignInAgain me={session.me} />}
            {session.status === 'signedIn' && <ProofQuestion me={session.me} />}
            <PreferenceSaver />
            <LiveProvider>
              <NavigationProvider key={`${scope} ${place}`} base={scope === 'tenant' ? '/admin' : '/instance'}>
                {scope === 'tenant' ? <Dashboard /> : <Console />}
              </NavigationProvider>
            </LiveProvider>
          </OverlayProvider>
        </EditionProvider>
      </Suspense>
    </AccountPreferences>
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
